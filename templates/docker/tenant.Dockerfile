# The image that a venue's container runs from. Its context is made by the platform: the program, with the packages that
# could not be bundled. Nothing in it may be written to: a container has a /tmp in memory, and no other place.
ARG BASE=node:24-slim

# Compiled code is kept for the user and the flags that it was compiled with.
FROM ${BASE} AS compiled
COPY program /app
WORKDIR /app
USER 10001:10001
ENV NODE_COMPILE_CACHE=/tmp/compiled MALLOC_ARENA_MAX=1
# Without its settings the program says what it misses and ends with 2; by then all of it has been compiled.
ARG FLAGS
RUN node $FLAGS main.mjs; test $? = 2

FROM ${BASE}
COPY program /app
COPY --from=compiled /tmp/compiled /app/compiled
WORKDIR /app
USER 10001:10001
ENV NODE_COMPILE_CACHE=/app/compiled
EXPOSE 8080
STOPSIGNAL SIGTERM
# The platform asks each venue itself; this is for people who look with the engine's own tools.
HEALTHCHECK --interval=10m --timeout=10s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
