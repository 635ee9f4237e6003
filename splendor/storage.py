"""Static files under hashed names."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise is untyped
    """Whitenoise's storage that also rewrites the names in ``import … from "./other.js"``."""

    support_js_module_import_aggregation = True
