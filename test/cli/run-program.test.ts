import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Command, DONE } from '#cli/command/command';
import { COMMANDS } from '#cli/command-table';
import { runProgram } from '#cli/run-program';
import { StartFault } from '#serve/start-fault';
import { StoreBusy } from '#store/store';
import { openTerminal } from './terminal.ts';

suite('the program', () => {
  test('the program’s help lists every command', async (t) => {
    const { run } = await openTerminal(t, { hasStore: false });
    for (const flag of ['--help', '-h', 'help']) {
      const { code, stdout, stderr } = await run([flag]);
      assert.deepEqual([code, stderr], [0, '']);
      for (const { name, summary } of COMMANDS) {
        assert.match(stdout, new RegExp(`^ {2}${name} +${summary}$`, 'm'));
      }
    }
  });

  test('every command and subcommand has help of its own', async (t) => {
    const { run } = await openTerminal(t, { hasStore: false });
    for (const entry of COMMANDS) {
      const loaded = await entry.load();
      assert.equal(loaded.name, entry.name);
      const commands = 'commands' in loaded ? loaded.commands : [loaded];
      const group = await run([entry.name, '--help']);
      assert.equal(group.code, 0);
      for (const command of commands) {
        assert.ok(group.stdout.includes(`gridtide ${command.name} ${command.usage}`));
        const { code, stdout, stderr } = await run([...command.name.split(' '), '-h']);
        assert.deepEqual([code, stderr], [0, '']);
        const store = command.name === 'completion' ? [] : ['store'];
        const hidden = Object.keys(command.options).filter(
          (name) => command.options[name]!.isHidden,
        );
        for (const option of [...Object.keys(command.options), 'help', 'settings', ...store]) {
          if (hidden.includes(option)) continue;
          assert.ok(stdout.includes(`--${option}`), `${command.name} --${option}`);
        }
      }
    }
  });

  test('without a command, help goes to the error output and the exit code says misuse', async (t) => {
    const { run } = await openTerminal(t, { hasStore: false });
    for (const argv of [[], ['user']]) {
      const { code, stdout, stderr } = await run(argv);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /Commands/);
    }
  });

  test('--version prints the version of the package', async (t) => {
    const { run } = await openTerminal(t, { hasStore: false });
    assert.match((await run(['--version'])).stdout, /^gridtide \d+\.\d+\.\d+\n$/);
  });

  for (const [argv, line] of [
    [
      ['improt'],
      /^gridtide: unknown command "improt" \(did you mean import\?\); there are .*; see gridtide --help\n$/,
    ],
    [
      ['user', 'lst'],
      /^gridtide user: unknown command "lst" \(did you mean list\?\); there are add, list, .*; see gridtide user --help\n$/,
    ],
    [
      ['import', '--defin', 'x'],
      /^gridtide import: unknown option --defin \(did you mean --define\?\); see gridtide import --help\n$/,
    ],
    [
      ['import', '--define'],
      /^gridtide import: --define needs a value; see gridtide import --help\n$/,
    ],
    [
      ['user', 'list', '--json=1'],
      /^gridtide user list: .*--json.*; see gridtide user list --help\n$/,
    ],
    [['import'], /^gridtide import: FILE missing; see gridtide import --help\n$/],
    [['import', '-', '-'], /^gridtide import: "-" can be given only once; see/],
    [['key', 'add', 'anna'], /^gridtide key add: NAME missing; see gridtide key add --help\n$/],
    [['key', 'add'], /^gridtide key add: USER and NAME missing; see/],
    [['user', 'list', 'x'], /^gridtide user list: "x" is one argument too many; see/],
  ] as const) {
    test(`gridtide ${argv.join(' ')} is refused in one line, with exit code 2`, async (t) => {
      const { code, stdout, stderr } = await (await openTerminal(t, { hasStore: false })).run(argv);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, line);
    });
  }

  test('a fault of a file, zone or store is one line, with exit code 1', async (t) => {
    const terminal = await openTerminal(t, { hasStore: false });
    const path = await terminal.file(
      'notes.txt',
      'not a database, but long enough to look like a file',
    );
    for (const [argv, env, line] of [
      [
        ['user', 'list', '--store', `sqlite:${path}`],
        {},
        /^gridtide user list: .*notes\.txt is not a database/,
      ],
      [
        ['user', 'list', '--store', 'mysql://x'],
        {},
        /^gridtide user list: This is not the address of a store\./,
      ],
      [
        ['import', 'x.csv'],
        { MARKET_TIME_ZONE: 'Europe/Atlantis' },
        /^gridtide import: MARKET_TIME_ZONE: there is no time zone "Europe\/Atlantis"/,
      ],
      [
        ['import', 'x.csv'],
        { MARKET_TIME_ZONE: 'Asia/Kolkata' },
        /^gridtide import: MARKET_TIME_ZONE: Asia\/(?:Kolkata|Calcutta) has offsets that are not whole hours/,
      ],
      [['user', 'list'], {}, /^gridtide user list: There is no store at .*store\.db\.\n$/],
      [['import', 'none.csv'], {}, /^gridtide import: none\.csv: there is no such file\n$/],
    ] as const) {
      const { code, stderr } = await terminal.run(argv, { env });
      assert.equal(code, 1);
      assert.match(stderr, line);
      assert.equal(stderr.split('\n').length, 2);
    }
  });

  test('an unavailable store and a failed start are one line, and a defect shows its stack', async () => {
    const failing = (error: Error): Command => ({
      name: 'fail',
      summary: '',
      usage: '',
      options: {},
      run: () => Promise.reject(error),
    });
    const run = async (error: Error): Promise<string> => {
      let stderr = '';
      const output = { write: (text: string) => (stderr += text) };
      const io = { stdout: output, stderr: output, stdin: [] as never, env: {}, now: () => 0 };
      const entry = { name: 'fail', summary: '', load: async () => failing(error) };
      assert.equal(await runProgram(['fail'], io, [entry]), 1);
      return stderr;
    };
    assert.equal(await run(new StoreBusy('someone writes')), 'gridtide fail: someone writes\n');
    assert.equal(await run(new StartFault('port in use')), 'gridtide fail: port in use\n');
    assert.match(await run(new TypeError('oops')), /internal error: TypeError: oops\n {4}at /);
  });

  test('a table of commands can be extended by an entry', async () => {
    let given: readonly string[] = [];
    const command: Command = {
      name: 'extra',
      summary: 'More.',
      usage: '',
      options: { port: { type: 'string', value: 'N', summary: 'Port.' } },
      async run(args) {
        given = [...args.positionals, args.text('port')!];
        return DONE;
      },
    };
    const io = {
      stdout: { write() {} },
      stderr: { write() {} },
      stdin: [] as never,
      env: {},
      now: () => 0,
    };
    const entry = { name: 'extra', summary: 'More.', load: async () => command };
    assert.equal(await runProgram(['extra', 'a', '--port', '80'], io, [...COMMANDS, entry]), 0);
    assert.deepEqual(given, ['a', '80']);
  });

  test('colour shows on a terminal only, and NO_COLOR takes it away', async (t) => {
    const { run } = await openTerminal(t, { hasStore: false });
    const control = '\u001b[';
    assert.ok((await run(['--help'], { isTerminal: true })).stdout.includes(control));
    assert.ok(!(await run(['--help'])).stdout.includes(control));
    const plain = await run(['--help'], { isTerminal: true, env: { NO_COLOR: '1' } });
    assert.ok(!plain.stdout.includes(control));
  });
});
