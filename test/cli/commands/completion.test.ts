// gridtide completion: the script of bash is run by bash; those of zsh and fish if they are installed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { suite, type TestContext, test } from 'node:test';
import { COMMANDS } from '#cli/command-table';
import { skipWithout } from '../../../harness/find-program.ts';
import { openTerminal } from '../terminal.ts';

async function scriptOf(t: TestContext, shell: string): Promise<string> {
  const { code, stdout, stderr } = await (await openTerminal(t)).run(['completion', shell]);
  assert.deepEqual([code, stderr], [0, '']);
  return stdout;
}

/** What bash offers for the last of the words. */
function completed(script: string, words: readonly string[]): string[] {
  const list = words.map((word) => `'${word}'`).join(' ');
  const text = `${script}
COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}
_gridtide
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', text], {
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

suite('gridtide completion', () => {
  test('bash completes commands, their parts and their options', async (t) => {
    const script = await scriptOf(t, 'bash');
    for (const [words, offered] of [
      [['gridtide', 'sett'], ['settings']],
      [
        ['gridtide', 'ser'],
        ['serve', 'service', 'series'],
      ],
      [['gridtide', 'user', 'a'], ['add']],
      [
        ['gridtide', 'completion', ''],
        ['bash', 'zsh', 'fish'],
      ],
      [['gridtide', 'help', 'jour'], ['journal']],
      [['gridtide', 'copy', '--ta'], ['--target']],
      [['gridtide', 'user', 'add', 'anna', '--pl'], ['--plan']],
      [
        ['gridtide', 'user', 'list', '--'],
        ['--json', '--store', '--settings', '--help'],
      ],
      [['gridtide', 'undo', '--y'], []],
      [['gridtide', 'import', 'pri'], []],
    ] as const) {
      assert.deepEqual(completed(script, words), offered, words.join(' '));
    }
    const all = completed(script, ['gridtide', '']);
    assert.deepEqual(
      all.slice(0, COMMANDS.length),
      COMMANDS.map(({ name }) => name),
    );
    assert.ok(!all.includes('imports'));
  });

  for (const [shell, readOnly] of [
    ['zsh', '-n'],
    ['fish', '--no-execute'],
  ] as const) {
    test(`the script of ${shell} has every command and option`, async (t) => {
      const script = await scriptOf(t, shell);
      for (const { name, load } of COMMANDS) {
        assert.ok(script.includes(name), name);
        const loaded = await load();
        for (const { options } of 'commands' in loaded ? loaded.commands : [loaded]) {
          for (const [option, { isHidden }] of Object.entries(options)) {
            const word = shell === 'fish' ? `-l ${option} ` : `--${option}:`;
            assert.ok(isHidden || script.includes(word), word);
          }
        }
      }
      // An odd number of quotes would swallow the rest of the script.
      for (const line of script.split('\n').filter((each) => !each.startsWith('#'))) {
        const bare = line.replaceAll(shell === 'fish' ? "\\'" : "'\\''", '');
        assert.equal((bare.match(/(?<!\\)'/g)?.length ?? 0) % 2, 0, line);
      }
    });

    test(`${shell} can read its script`, { skip: skipWithout(shell) }, async (t) => {
      const { file, run } = await openTerminal(t);
      // A pipe of ours is a socket, which shells cannot open by a name.
      const path = await file(`gridtide.${shell}`, (await run(['completion', shell])).stdout);
      const { status, stderr } = spawnSync(shell, [readOnly, path], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    });
  }

  test('another shell is refused with the nearest name', async (t) => {
    const { code, stderr } = await (await openTerminal(t)).run(['completion', 'bsh']);
    assert.equal(code, 2);
    assert.match(stderr, /unknown shell "bsh" \(did you mean bash\?\); there are bash, zsh, fish/);
  });
});
