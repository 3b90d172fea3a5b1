# The server as an image: built from this checkout, run by a user without rights on a root that is only read.
#   docker build --tag gridtide:local .
# The base is pinned by its exact tag. A tag can be moved, a digest cannot: the release workflow looks the digest
# up and builds with --build-arg NODE_IMAGE=node:26.10.0-trixie-slim@sha256:…, so that the released image names it.
ARG NODE_IMAGE=node:26.10.0-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /checkout
COPY . .
# The package is made as for every other user, and installed as test/package does without a container.
RUN npm ci --no-audit --no-fund \
  && npm pack --pack-destination /tmp \
  && sh deploy/docker/install-package.sh /tmp/gridtide-*.tgz /opt/gridtide

FROM ${NODE_IMAGE}
ARG VERSION=unreleased
ARG REVISION=unknown
ARG SOURCE=
LABEL org.opencontainers.image.title="Gridtide" \
  org.opencontainers.image.description="A self-hosted server for energy time series" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.source="${SOURCE}"

# The server needs node alone: package managers are of use only to an intruder.
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn* \
    /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && install --directory --owner=10001 --group=10001 --mode=0700 /var/lib/gridtide

COPY --from=build /opt/gridtide /opt/gridtide

ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=8080 \
  STORE=sqlite:/var/lib/gridtide/gridtide.db \
  CACHE_DIRECTORY=/var/lib/gridtide/cache
WORKDIR /var/lib/gridtide
VOLUME ["/var/lib/gridtide"]
EXPOSE 8080
# A number, so that Kubernetes can see that it is not root.
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/opt/gridtide/deploy/docker/check-ready.mjs"]
ENTRYPOINT ["node", "/opt/gridtide/bin/gridtide.js"]
CMD ["serve"]
