// The files of .github and .editorconfig: they parse, run what exists, and have no more rights than they need.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { findProgram, skipWithout } from '../../harness/find-program.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, ROOT), 'utf8');
const { scripts } = JSON.parse(read('package.json'));
const checkoutNode = JSON.parse(read('scripts/node/package.json'));

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly on: Readonly<Record<string, { readonly tags?: readonly string[] } | null>>;
  readonly permissions: object;
  readonly jobs: Readonly<
    Record<
      string,
      { needs?: string; permissions?: object; 'timeout-minutes': number; steps: Step[] }
    >
  >;
}

const names = readdirSync(new URL('.github/workflows/', ROOT)).sort();
const workflows = new Map<string, Workflow>(
  names.map((name) => [name, parse(read(`.github/workflows/${name}`))]),
);

describe('the workflows', () => {
  it('one workflow runs the gate, another builds what is released', () => {
    assert.deepEqual(names, ['ci.yaml', 'release.yaml']);
    const release = workflows.get('release.yaml')!;
    assert.deepEqual(release.on, { push: { tags: ['v*.*.*'] } });
    assert.deepEqual(
      Object.entries(release.jobs).map(([name, { needs }]) => [name, needs]),
      [
        ['gate', undefined],
        ['package', 'gate'],
        ['image', 'gate'],
      ],
    );
    for (const { jobs } of workflows.values())
      assert.ok(jobs.gate!.steps.some(({ run }) => run === '.ci/run'));
  });

  for (const [name, { permissions, jobs }] of workflows) {
    const steps = Object.values(jobs).flatMap((job) => job.steps);

    it(`${name} uses actions by their commit alone, with the version beside it`, () => {
      const text = read(`.github/workflows/${name}`);
      const uses = text.match(/uses: .*/g)!;
      assert.equal(uses.length, steps.filter((step) => step.uses).length);
      for (const line of uses)
        assert.match(line, /^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    });

    it(`${name} may read, and a job writes only what it makes`, () => {
      assert.deepEqual(permissions, { contents: 'read' });
      const more = Object.entries(jobs).flatMap(([job, one]) =>
        one.permissions ? [[job, one.permissions]] : [],
      );
      assert.deepEqual(
        more,
        name === 'ci.yaml'
          ? []
          : [
              ['package', { contents: 'write' }],
              ['image', { contents: 'read', packages: 'write' }],
            ],
      );
      for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
        assert.equal(step.with?.['persist-credentials'], false);
      for (const job of Object.values(jobs)) assert.ok(job['timeout-minutes'] <= 60);
    });

    it(`${name} runs scripts that exist, and puts no text of others into a shell`, () => {
      for (const { run = '' } of steps) {
        // What is between the braces would become part of the script before the shell reads it.
        assert.doesNotMatch(run, /\$\{\{/);
        for (const [, script] of run.matchAll(/npm run (?:-s )?(\w+)/g))
          assert.ok(scripts[script!], script!);
      }
      const node = steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@'));
      for (const step of node) assert.equal(step.with!['node-version'], checkoutNode.version);
    });
  }

  it('the release attaches the package, the chart and the wheel, each with its checksum', () => {
    const scripts = workflows.get('release.yaml')!.jobs.package!.steps.map(({ run }) => run ?? '');
    const packing = scripts.find((each) => each.includes('npm pack'))!;
    const makers = ['npm pack --pack', 'helm package', 'pip wheel ./clients/python', 'sha256sum'];
    const places = makers.map((maker) => packing.indexOf(maker));
    assert.ok(
      places.every((place, i) => place > (places[i - 1] ?? -1)),
      packing,
    );
    assert.match(scripts.at(-1)!, /gh release create "\$TAG" out\/\*/);
  });

  it('the release adds the digest of the base that the Dockerfile names', () => {
    const { steps } = workflows.get('release.yaml')!.jobs.image!;
    const script = steps.at(-1)!.run!;
    assert.match(script, /sed -n 's\/\^ARG NODE_IMAGE=\/\/p' Dockerfile/);
    assert.match(script, /--build-arg NODE_IMAGE="\$base@\$digest"/);
    const base = execFileSync(
      'sed',
      ['-n', 's/^ARG NODE_IMAGE=//p', fileURLToPath(new URL('Dockerfile', ROOT))],
      { encoding: 'utf8' },
    );
    assert.match(base, /^node:\S+\n$/);
    for (const name of ['VERSION', 'REVISION', 'SOURCE'])
      assert.ok(script.includes(`--build-arg ${name}=`));
  });

  it('actionlint finds nothing', { skip: skipWithout('actionlint') }, () => {
    execFileSync(findProgram('actionlint')!, { cwd: ROOT });
  });
});

describe('the other files for contributors', () => {
  it('Dependabot looks at every place that names versions', () => {
    const { updates } = parse(read('.github/dependabot.yml')) as {
      updates: { 'package-ecosystem': string; directory: string }[];
    };
    assert.deepEqual(
      updates.map((one) => one['package-ecosystem']),
      ['npm', 'github-actions', 'docker', 'docker-compose', 'pip'],
    );
    for (const { directory } of updates)
      assert.ok(existsSync(new URL(`.${directory}`, ROOT)), directory);
  });

  it('issue forms have fields with ids of their own', () => {
    for (const name of ['bug.yml', 'feature.yml']) {
      const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as {
        name: string;
        description: string;
        body: { type: string; id?: string; attributes: { label?: string; value?: string } }[];
      };
      assert.ok(form.name && form.description);
      const fields = form.body.filter(({ type }) => type !== 'markdown');
      assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length);
      for (const { type, attributes } of form.body)
        assert.ok(type === 'markdown' ? attributes.value : attributes.label);
    }
    assert.equal(parse(read('.github/ISSUE_TEMPLATE/config.yml')).blank_issues_enabled, true);
  });

  it('.editorconfig says what the formatter does', () => {
    const { formatter } = JSON.parse(read('biome.json'));
    const text = read('.editorconfig');
    assert.ok(
      text.includes(
        `indent_style = ${formatter.indentStyle}\nindent_size = ${formatter.indentWidth}\n`,
      ),
    );
    assert.ok(text.includes(`max_line_length = ${formatter.lineWidth}\n`));
  });

  it('README.md leads to the code of conduct and to the notices', () => {
    const readme = read('README.md');
    for (const page of ['CODE_OF_CONDUCT.md', 'THIRD-PARTY.md'])
      assert.ok(readme.includes(`(${page})`), page);
  });
});
