"""How allauth's part for OAuth is told what is special here."""

from allauth.idp.oidc.adapter import DefaultOIDCAdapter

from accounts.scopes import GRANTABLE


class OAuthAdapter(DefaultOIDCAdapter):  # type: ignore[misc]  # allauth is untyped
    """Our scopes in our words."""

    scope_display = {scope.value: scope.label for scope in GRANTABLE}
