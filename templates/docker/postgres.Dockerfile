# PostgreSQL that sends its log away all the time, for compose.yaml and stack.yaml.
ARG BASE=debian:trixie-slim
FROM ${BASE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-common \
  && sed -i 's/^#*create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf \
  && apt-get install -y --no-install-recommends postgresql-17 pgbackrest cron tini \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o postgres -g postgres -m 700 /var/lib/pgbackrest /var/lib/postgresql/17 \
  && install -d -m 755 /run/ostatok-password
COPY templates/docker/start-database.sh templates/docker/archive.cron /usr/local/share/ostatok/
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["tini", "--"]
CMD ["sh", "/usr/local/share/ostatok/start-database.sh"]
