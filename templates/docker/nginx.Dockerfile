# The nginx before the platform, for compose.yaml: an image of its own, so that a new release of the platform leaves it alone.
ARG BASE=debian:trixie-slim
FROM ${BASE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends nginx-light inotify-tools tini \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 990 --user-group --no-create-home --shell /usr/sbin/nologin ostatok
COPY templates/docker/start-nginx.sh /usr/local/share/ostatok/
USER ostatok
ENTRYPOINT ["tini", "--"]
CMD ["sh", "/usr/local/share/ostatok/start-nginx.sh"]
