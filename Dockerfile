# Dependabot raises the digest of the base image, in both places.
# Everything the image installs comes from the lock file, checked against its hashes.
FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS packages
WORKDIR /opt
COPY requirements-bot.lock .
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements-bot.lock

FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin gandhi \
    && install --directory --owner=gandhi --group=gandhi --mode=0700 /data
COPY --from=packages /opt/venv /opt/venv
COPY . /opt/gandhi
# Modules are compiled now, since the folder is read-only later.
RUN /opt/venv/bin/python -m compileall -q /opt/gandhi
# Large pages (if the system gives them on demand) make drawing a fifth faster, and take no more memory.
ENV PATH=/opt/venv/bin:$PATH \
    GLIBC_TUNABLES=glibc.malloc.hugetlb=1 \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    GANDHI_DATABASE=sqlite+aiosqlite:////data/gandhi.sqlite3 \
    GANDHI_HEALTH=127.0.0.1:8080
# The user as a number, so that a system can check that it is not root.
USER 10001
WORKDIR /opt/gandhi
VOLUME /data
# Inside the container only: nothing is published. It fails while Discord or the database cannot be reached.
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8080/health', timeout=8)"]
# The token comes in DISCORD_TOKEN or, better, in a file that DISCORD_TOKEN_FILE names.
ENTRYPOINT ["python", "-m", "bot"]
CMD ["bot"]
