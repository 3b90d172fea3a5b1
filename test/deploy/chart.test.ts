// The Helm chart: the objects that it makes, and that their rights, probes and settings are right.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { STOP_WITHIN_MS } from '#serve/start';
import { SETTINGS } from '#settings/settings';
import { findProgram, skipWithout } from '../../harness/find-program.ts';
import { parseTemplate } from '../../harness/helm/parse-template.ts';
import { type Manifest, renderChart } from '../../harness/helm/render-chart.ts';

const FOLDER = new URL('../../deploy/helm/gridtide/', import.meta.url);
const settingNames = new Set<string>(SETTINGS.map(({ name }) => name));

/** Values that switch everything on. */
const ALL = {
  image: {
    repository: 'ghcr.io/x/gridtide',
    digest: `sha256:${'a'.repeat(64)}`,
    pullSecrets: ['pull'],
  },
  postgres: { enabled: true, replicas: 3, secret: 'db' },
  settings: { MARKET_TIME_ZONE: 'Europe/Oslo', CACHE_MB: 128 },
  settingsSecret: 'more',
  metrics: { serviceMonitor: true, labels: { release: 'prometheus' } },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'tls' },
  networkPolicy: {
    from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
    egressPorts: [443, 587],
  },
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'energy', operator: 'Exists' }],
  affinity: { nodeAffinity: { x: [{ y: 1 }] } },
};

const CASES = { 'the embedded store': {}, PostgreSQL: ALL } as const;

const kindsOf = (manifests: readonly Manifest[]): string[] =>
  manifests.map(({ kind }) => kind).sort();
const find = (manifests: readonly Manifest[], kind: string): Manifest =>
  manifests.find((one) => one.kind === kind);

describe('the Helm chart', () => {
  const small = renderChart(FOLDER).manifests;
  const large = renderChart(FOLDER, ALL).manifests;

  it('the chart makes a StatefulSet of one pod on the embedded store', () => {
    assert.deepEqual(kindsOf(small), [
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'ServiceAccount',
      'StatefulSet',
    ]);
    const { spec } = find(small, 'StatefulSet');
    assert.equal(spec.replicas, 1);
    const [claim] = spec.volumeClaimTemplates;
    assert.deepEqual(claim.spec, {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '20Gi' } },
    });
    const [container] = spec.template.spec.containers;
    assert.deepEqual(container.env, [
      { name: 'STORE', value: 'sqlite:/var/lib/gridtide/gridtide.db' },
    ]);
    assert.equal(
      container.image,
      `gridtide:${parse(readFileSync(new URL('Chart.yaml', FOLDER), 'utf8')).appVersion}`,
    );
  });

  it('the chart makes a Deployment on PostgreSQL whose pods all stop before new ones start', () => {
    assert.deepEqual(kindsOf(large), [
      'Deployment',
      'Ingress',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'ServiceAccount',
      'ServiceMonitor',
    ]);
    const { spec } = find(large, 'Deployment');
    assert.deepEqual([spec.replicas, spec.strategy], [3, { type: 'Recreate' }]);
    const [container] = spec.template.spec.containers;
    assert.equal(container.image, `ghcr.io/x/gridtide@sha256:${'a'.repeat(64)}`);
    const env = Object.fromEntries(
      container.env.map((one: Manifest) => [one.name, one.value ?? one.valueFrom.secretKeyRef]),
    );
    assert.deepEqual(env, {
      CACHE_MB: '128',
      MARKET_TIME_ZONE: 'Europe/Oslo',
      TRUST_PROXY: 'true',
      METRICS_ACCESS: 'token',
      METRICS_TOKEN: { name: 'gridtide-metrics', key: 'METRICS_TOKEN' },
      STORE: { name: 'db', key: 'STORE' },
      STORE_READ: { name: 'db', key: 'STORE_READ', optional: true },
      SPOOL: '/var/lib/gridtide/spool',
    });
    assert.deepEqual(
      Object.keys(env).filter((name) => !settingNames.has(name)),
      [],
    );
    assert.deepEqual(container.envFrom, [{ secretRef: { name: 'more' } }]);
  });

  for (const [name, values] of Object.entries(CASES)) {
    const { manifests, notes } = renderChart(FOLDER, values);
    const workload = find(manifests, 'StatefulSet') ?? find(manifests, 'Deployment');
    const pod = workload.spec.template.spec;
    const [container] = pod.containers;

    it(`the pod on ${name} has no rights, and writes to its volumes alone`, () => {
      const { runAsNonRoot, runAsUser, runAsGroup, seccompProfile } = pod.securityContext;
      assert.deepEqual([runAsNonRoot, runAsUser, runAsGroup], [true, 10001, 10001]);
      assert.deepEqual(seccompProfile, { type: 'RuntimeDefault' });
      assert.deepEqual(container.securityContext, {
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      assert.equal(pod.automountServiceAccountToken, false);
      const claims = workload.spec.volumeClaimTemplates ?? [];
      const volumes = [
        ...pod.volumes.map((one: Manifest) => one.name),
        ...claims.map((one: Manifest) => one.metadata.name),
      ];
      assert.deepEqual(
        volumes.sort(),
        container.volumeMounts.map((one: Manifest) => one.name).sort(),
      );
      for (const { emptyDir } of pod.volumes) assert.ok(emptyDir.sizeLimit);
    });

    it(`the pod on ${name} is asked by the right paths, and has time to finish`, () => {
      const paths = ['startupProbe', 'readinessProbe', 'livenessProbe'].map(
        (probe) => container[probe].httpGet.path,
      );
      assert.deepEqual(paths, ['/readyz', '/readyz', '/healthz']);
      assert.ok(pod.terminationGracePeriodSeconds * 1000 > STOP_WITHIN_MS);
      assert.equal(container.ports[0].name, 'http');
      assert.ok(container.resources.limits.memory);
    });

    it(`the objects on ${name} find each other by labels and names`, () => {
      const wanted = { 'app.kubernetes.io/name': 'gridtide', 'app.kubernetes.io/instance': 'grid' };
      const labels = workload.spec.template.metadata.labels;
      for (const [label, value] of Object.entries(wanted)) assert.equal(labels[label], value);
      assert.deepEqual(workload.spec.selector.matchLabels, wanted);
      const service = find(manifests, 'Service');
      assert.deepEqual(service.spec.selector, wanted);
      assert.equal(service.spec.ports[0].name, 'http');
      assert.deepEqual(find(manifests, 'PodDisruptionBudget').spec, {
        maxUnavailable: 1,
        selector: { matchLabels: wanted },
      });
      const policy = find(manifests, 'NetworkPolicy').spec;
      assert.deepEqual(
        [policy.podSelector.matchLabels, policy.policyTypes],
        [wanted, ['Ingress', 'Egress']],
      );
      assert.equal(pod.serviceAccountName, find(manifests, 'ServiceAccount').metadata.name);
      for (const { metadata } of manifests)
        assert.equal(metadata.labels['app.kubernetes.io/managed-by'], 'Helm');
      assert.match(notes, /gridtide\.js user add anna/);
    });
  }

  it('the network policy opens the ports that are named, and no other', () => {
    const portsOf = (manifests: readonly Manifest[]) =>
      find(manifests, 'NetworkPolicy').spec.egress[0].ports.map((one: Manifest) => one.port);
    assert.deepEqual(portsOf(small), [53, 53, 443]);
    assert.deepEqual(portsOf(large), [53, 53, 443, 587, 5432]);
    assert.deepEqual(find(large, 'NetworkPolicy').spec.ingress, [
      { ports: [{ port: 'http' }], from: ALL.networkPolicy.from },
    ]);
    assert.deepEqual(find(small, 'NetworkPolicy').spec.ingress[0].from, [
      { namespaceSelector: {} },
    ]);
  });

  it('the ServiceMonitor reads /metrics with the token that the server expects', () => {
    const { spec, metadata } = find(large, 'ServiceMonitor');
    const [endpoint] = spec.endpoints;
    assert.equal(endpoint.path, '/metrics');
    assert.deepEqual(endpoint.authorization.credentials, {
      name: 'gridtide-metrics',
      key: 'METRICS_TOKEN',
    });
    assert.equal(metadata.labels.release, 'prometheus');
  });

  it('the ingress names its host and certificate, and lets an operator’s body pass', () => {
    const { spec, metadata } = find(large, 'Ingress');
    assert.deepEqual(spec.tls, [{ hosts: ['grid.example.org'], secretName: 'tls' }]);
    assert.equal(spec.rules[0].http.paths[0].backend.service.name, 'grid');
    assert.equal(metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'], '33m');
  });

  for (const [name, values] of Object.entries(CASES)) {
    it(`helm itself makes the same objects on ${name}`, { skip: skipWithout('helm') }, () => {
      const args = [
        'template',
        'grid',
        fileURLToPath(FOLDER),
        '--namespace',
        'energy',
        '--values',
        '-',
      ];
      const printed = execFileSync(findProgram('helm')!, args, {
        input: JSON.stringify(values),
        encoding: 'utf8',
      });
      const made = parseAllDocuments(printed).flatMap((one) => one.toJS() ?? []);
      const order = (all: readonly Manifest[]) =>
        [...all].sort((a, b) => (a.kind < b.kind ? -1 : 1));
      assert.deepEqual(order(made), order(renderChart(FOLDER, values).manifests));
      execFileSync(findProgram('helm')!, ['lint', '--strict', fileURLToPath(FOLDER)]);
    });
  }
});

describe('the renderer of the chart’s tests', () => {
  it('the renderer refuses what it does not understand', () => {
    assert.throws(() => parseTemplate('{{ if .x }}'), /has no end/);
    assert.throws(() => parseTemplate('{{ end }}'), /has no beginning/);
    assert.throws(() => parseTemplate('{{ .a ? }}'), /not understood/);
    assert.throws(() => renderChart(FOLDER, { image: 'x' }), /unknown: \.Values\.image/);
  });
});
