"""Settings of the site: one file, everything from the environment.

Two ways to run it. ``./dev`` sets EMBEDDED=1: secrets are made once in ``var/``, mail goes to files that the
mailbox page shows, the database is SQLite unless DATABASE_URL names another. Without EMBEDDED the site is a
real one and refuses to start until its secrets and addresses are set.
"""

from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from celery.schedules import crontab
from cryptography.fernet import Fernet
from django.core.management.utils import get_random_secret_key
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from splendor.env import (
    database_from_url,
    env_bool,
    env_int,
    env_list,
    env_secret,
    env_str,
    kept_secret,
    mail_signing_key,
    mailer_from_url,
    require,
    vapid_key,
)

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env_str("VAR_DIR", str(BASE_DIR / "var")))

EMBEDDED = env_bool("EMBEDDED")
DEBUG = env_bool("DEBUG")
if not EMBEDDED:
    require("SECRET_KEY", "GAME_SECRET_KEYS", "SITE_URL", "DATABASE_URL", "REDIS_URL", "EMAIL_URL")

# Secrets

SECRET_KEY = env_secret("SECRET_KEY") or kept_secret(VAR_DIR / "secret_key", get_random_secret_key)
SECRET_KEY_FALLBACKS = env_list("SECRET_KEY_FALLBACKS")
# Fernet keys that encrypt the secrets of running games: the first encrypts, all decrypt.
GAME_SECRET_KEYS = [
    key.strip()
    for key in (
        env_secret("GAME_SECRET_KEYS")
        or kept_secret(VAR_DIR / "game_secret_key", lambda: Fernet.generate_key().decode())
    ).split(",")
    if key.strip()
]

# Addresses

HOST = env_str("HOST", "127.0.0.1")
PORT = env_int("PORT", 8000)
_all_interfaces = HOST in {"0.0.0.0", "::"}  # noqa: S104  recognised, not bound
_shown_host = "127.0.0.1" if _all_interfaces else f"[{HOST}]" if ":" in HOST else HOST
# The address that people type; links in mails begin with it.
SITE_URL = env_str("SITE_URL", f"http://{_shown_host}:{PORT}").rstrip("/")
_site = urlsplit(SITE_URL)
_own_hosts = "localhost,127.0.0.1,[::1]," + ("*" if _all_interfaces else HOST)
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", _own_hosts if EMBEDDED else str(_site.hostname))
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", SITE_URL)
SITE_NAME = "Loupe"

# Applications

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.idp.oidc",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "accounts",
    "games",
    "splendor",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "splendor.middleware.BodyLimitMiddleware",
    "splendor.middleware.PageGZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "splendor.middleware.ForEverMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.web.middleware.RefusalMiddleware",
    "accounts.middleware.ReaderMiddleware",
    "accounts.middleware.RefusedFormMiddleware",
]
ROOT_URLCONF = "splendor.urls"
WSGI_APPLICATION = "splendor.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "splendor.context.site",
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Database

DATABASES: dict[str, dict[str, Any]] = {
    "default": database_from_url(env_str("DATABASE_URL", f"sqlite:///{VAR_DIR}/db.sqlite3"))
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    # IMMEDIATE takes the write lock when a transaction begins. Without it two transactions that read, then write,
    # can't both go on and one fails at once, whatever the timeout. For the same reason ATOMIC_REQUESTS stays off:
    # every GET would take the write lock.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
        "PRAGMA mmap_size=134217728; PRAGMA cache_size=-16000;",
    }
else:
    DATABASES["default"]["OPTIONS"].setdefault(
        "options", "-c lock_timeout=10s -c statement_timeout=30s"
    )
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # a restarted server fails no request
    if env_bool("DATABASE_POOL"):  # the web server sets it: its threads come and go
        DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": 10, "timeout": 5}
    else:
        DATABASES["default"]["CONN_MAX_AGE"] = 60

# Broker and cache

# The embedded broker's port is new at each start; while ./dev run runs it stands in a file.
_port_file = VAR_DIR / "valkey" / "port"
REDIS_URL = env_str(
    "REDIS_URL", f"redis://127.0.0.1:{_port_file.read_text() if _port_file.exists() else 1}/0"
)
REDIS_PREFIX = env_str("REDIS_PREFIX", "loupe:")
CACHES = {
    "default": {
        "BACKEND": "splendor.cache.TolerantRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"{REDIS_PREFIX}cache",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2, "retry": None},
    }
}
CELERY_BROKER_URL = REDIS_URL
# A task that a dead worker held comes back after visibility_timeout, so no countdown and no task may last longer.
# With the broker away a publisher gives up quickly: the sweeps find the work in the database.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "global_keyprefix": REDIS_PREFIX,
    "socket_connect_timeout": 1,
    "socket_timeout": 10,
    "max_retries": 1,
    "interval_start": 0.1,
    "interval_max": 0.1,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_DEFAULT_QUEUE = "default"
# The computer's moves take seconds of work, copies, deletions and the nightly work longer: none may hold up deadlines
# and mail. Nor may those who are posted to, who let us wait as long as they like.
_SLOW = (
    "games.build_export",
    "games.delete_account",
    "games.prune_*",
    "accounts.drop_expired_tokens",
    "splendor.clear_sessions",
)
CELERY_TASK_ROUTES = {
    "computer.*": {"queue": "computer"},
    "games.post_notification": {"queue": "posts"},
    **{name: {"queue": "slow"} for name in _SLOW},
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep": {"task": "games.sweep", "schedule": 60.0, "options": {"expires": 55.0}},
    "forget answers to turns": {
        "task": "games.prune_submissions",
        "schedule": crontab(hour="3", minute="20"),
    },
    "forget other answers": {
        "task": "games.prune_answers",
        "schedule": crontab(hour="3", minute="25"),
    },
    "forget old news": {
        "task": "games.prune_notifications",
        "schedule": crontab(hour="3", minute="30"),
    },
    "forget old sessions": {
        "task": "splendor.clear_sessions",
        "schedule": crontab(hour="3", minute="40"),
    },
    "forget ended tokens": {
        "task": "accounts.drop_expired_tokens",
        "schedule": crontab(hour="3", minute="50"),
    },
}

# Mail

MAIL_DIR = VAR_DIR / "mail"
EMAIL_URL = env_secret("EMAIL_URL")
MAILERS: dict[str, dict[str, Any]] = {
    "default": mailer_from_url(EMAIL_URL)
    if EMAIL_URL
    else {
        "BACKEND": "django.core.mail.backends.filebased.EmailBackend",
        "OPTIONS": {"file_path": str(MAIL_DIR)},
    }
}
DEFAULT_FROM_EMAIL = env_str("DEFAULT_FROM_EMAIL", f"{SITE_NAME} <noreply@{_site.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# The page that shows the files, and with them every reader's mail: never on a real site.
MAILBOX = EMBEDDED and not EMAIL_URL

# What a mail provider tells of bounces and complaints, at /mail/<provider>/tracking/. Without a secret nobody may tell.
MAIL_PROVIDER = env_str("MAIL_PROVIDER")
ANYMAIL = {
    "WEBHOOK_SECRET": env_secret("MAIL_WEBHOOK_SECRET"),
    **mail_signing_key(MAIL_PROVIDER, env_secret("MAIL_SIGNING_KEY")),
}
if MAIL_PROVIDER:
    require("MAIL_WEBHOOK_SECRET")

# Messages to browsers and to web addresses that people give

# Signs messages to browsers; without it they are not offered. `make_vapid_keys` makes one, here in the file.
VAPID_KEY_FILE = VAR_DIR / "vapid_private_key"
VAPID_PRIVATE_KEY = vapid_key(
    env_secret("VAPID_PRIVATE_KEY")
    or (VAPID_KEY_FILE.read_text(encoding="utf-8").strip() if VAPID_KEY_FILE.exists() else "")
)
# Whom a push service can ask if something is wrong.
VAPID_SUBJECT = env_str("VAPID_SUBJECT", f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")
# Tests set it: else only https to public addresses is called.
OUTGOING_TO_THIS_MACHINE = False

# Accounts

AUTH_USER_MODEL = "accounts.User"
# It does all that Django's own backend does. With both a wrong password would be hashed twice.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:mine"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# The link in the mail shows a page with a button; a GET changes nothing, since mail scanners follow links too.
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # in the browser that signed up
ACCOUNT_LOGIN_TIMEOUT = 60 * 60  # seconds in which that browser remembers: mail can be slow
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignUpForm",
    "login": "accounts.forms.SignInForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password": "accounts.forms.AskForResetForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordForm",
    "add_email": "accounts.forms.ChangeAddressForm",
}
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _site.scheme
# All within one minute, which is what the page that refuses tells people to wait; but "login_failed" and
# "confirm_email" are told on the form.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/m/key",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "confirm_email": "1/m/key",
}
# Apps of others, let in by OAuth: public ones only, which have no secret to keep.
IDP_OIDC_ADAPTER = "accounts.oauth_adapter.OAuthAdapter"
IDP_OIDC_AUTH_METHODS = ["none"]
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 60 * 60
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 60 * 60 * 24 * 60  # seconds since the last use
IDP_OIDC_ROTATE_REFRESH_TOKEN = True
ALLAUTH_TRUSTED_PROXY_COUNT = env_int("TRUSTED_PROXY_COUNT", 0)

# API

REST_FRAMEWORK = {
    # What every operation has in common stands in games.api.kit.view; here only what the framework asks globally.
    "DEFAULT_AUTHENTICATION_CLASSES": ["games.api.kit.authentication.BearerAuthentication"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "games.api.kit.errors.exception_handler",
    "NUM_PROXIES": env_int("TRUSTED_PROXY_COUNT", 0),
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
# Requests without a token count by address; with one by token and by account, of which bots have a rate of their own.
API_RATES_BY_DEFAULT = {
    "address": "60/min",
    "token": "300/min",
    "account": "600/min",
    "bot": "1200/min",
}
API_RATES = {
    name: env_str(f"API_RATE_{name.upper()}", rate) for name, rate in API_RATES_BY_DEFAULT.items()
}
SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.0",
    "TITLE": SITE_NAME,
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SCHEMA_PATH_PREFIX_TRIM": False,
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "NewsCategory": "games.api.bots.shapes.NEWS_CATEGORIES",
        "ProblemCode": "games.api.kit.codes.CHOICES",
        "Scope": "games.api.accounts.shapes.SCOPES",
        "GrantableScope": "games.api.accounts.shapes.GRANTABLE_SCOPES",
        "GameStatus": "games.enums.GameStatus",
        "Speed": "games.enums.Speed",
        "ComputerLevel": "games.enums.ComputerLevel",
        "TokenKind": "games.api.games.words.TOKEN_KINDS",
        "Color": "games.api.games.words.COLOR_NAMES",
        "Phase": "games.api.games.words.PHASE_NAMES",
        "Ability": "games.api.games.words.ABILITY_NAMES",
        "EndReason": "games.api.games.words.VICTORY_NAMES",
        "RuleCode": "games.api.turns.shapes.RULE_CODES",
        "ActionType": "games.api.turns.shapes.ACTION_TYPES",
        "TakeBackState": "games.api.between.shapes.TAKE_BACK_STATES",
        "PauseState": "games.api.between.shapes.PAUSE_STATES",
        "TalkClosed": "games.api.between.shapes.SILENCES",
        "PlanConditionKind": "games.api.between.plan_shapes.CONDITIONS",
        "PlanResult": "games.api.between.plan_shapes.OUTCOMES",
        "TurnStop": "games.api.turns.shapes.STOPS",
        "StandReason": "games.api.games.words.STAND_REASONS",
        "Audience": "games.enums.Audience",
        "InvitationStatus": "games.enums.InvitationStatus",
        "DeclineReason": "games.enums.DeclineReason",
        "SpeedWithClock": "games.api.meeting.inputs.STRANGERS",
        "ClosedCode": "games.api.meeting.shapes.CLOSED_CHOICES",
        "RequestKind": "games.api.meeting.turn_shapes.REQUESTS",
        "GameState": "games.api.games.list_shapes.GAME_STATES",
        "GameResult": "games.api.games.list_shapes.GAME_RESULTS",
        "OpponentKind": "games.api.games.list_shapes.OPPONENT_KINDS",
        "Eyes": "games.api.games.past_shapes.EYES",
        "SentencePartKind": "games.api.games.past_shapes.PART_KINDS",
        "Bonus": "games.api.components.shapes.BONUSES",
        "TokenLetter": "games.api.components.shapes.LETTERS",
        "RatingPool": "games.api.people.shapes.POOLS",
        "WantedSpeed": "games.api.games.list_shapes.WANTED_SPEEDS",
        "Language": "games.api.me.shapes.LANGUAGES",
        "TurnMail": "games.api.me.shapes.DELAYS",
        "Channel": "games.api.me.shapes.CHANNELS",
        "PrivateChannel": "games.api.me.shapes.PRIVATE_CHANNELS",
        "QuietMode": "games.api.me.shapes.QUIET_MODES",
        "NoticeKind": "games.api.me.channel_shapes.NOTICE_KINDS",
        "NoticeCategory": "games.api.me.channel_shapes.NOTICE_CATEGORIES",
        "MailStopReason": "games.api.me.channel_shapes.STOPS",
        "NewsKind": "games.api.streams.shapes.NEWS_KINDS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.kit.schema.finish",
    ],
    "WEBHOOKS": ["games.api.bots.posted.NEWS"],
    "AUTHENTICATION_WHITELIST": [],
    "SORT_OPERATIONS": False,
}
# Programs in browsers of other sites may use the API: it takes no cookies, so they act for nobody but by their token.
_cors = env_list("API_CORS_ORIGINS", "*")
CORS_URLS_REGEX = r"^/(api|identity/o/api|\.well-known/oauth-authorization-server)(/|$)"
CORS_ALLOW_ALL_ORIGINS = "*" in _cors
CORS_ALLOWED_ORIGINS = [] if CORS_ALLOW_ALL_ORIGINS else _cors
CORS_ALLOW_HEADERS = [
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
]
CORS_EXPOSE_HEADERS = ["etag", "retry-after", "idempotency-replayed"]

# Languages and times: stored in UTC, shown in the reader's own zone

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("zh-hans", _("Simplified Chinese")),
    ("zh-hant", _("Traditional Chinese")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "splendor.storage.ModuleManifestStorage"},
}

# Security

DATA_UPLOAD_MAX_MEMORY_SIZE = (
    64 * 1024
)  # bytes; the largest honest request is a turn of a few hundred
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60  # seconds; a game by correspondence lasts for weeks
_https = _site.scheme == "https"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
SECURE_SSL_REDIRECT = _https and env_bool("SECURE_SSL_REDIRECT", True)
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^metrics$"]
SECURE_HSTS_SECONDS = env_int("SECURE_HSTS_SECONDS", 31_536_000 if _https else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = _https
if env_bool("BEHIND_TLS_PROXY"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Monitoring

# Whoever sends it may read /metrics; without it only programs on this machine.
METRICS_TOKEN = env_secret("METRICS_TOKEN")

# Logging: one line each on stderr, in UTC

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "splendor.logs.UtcFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env_str("LOG_LEVEL", "INFO")},
    "loggers": {
        # Django's own handlers would write each line twice.
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
    },
}
