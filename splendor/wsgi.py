"""The site as a WSGI application: everything but the event streams."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splendor.settings")
os.environ.setdefault("DATABASE_POOL", "1")

application = get_wsgi_application()
