import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { issuerKeyOf, readSsoSettings } from '#accounts/sso/sso-settings';
import { readConfig } from '#config';
import { openSso } from '#serve/schedules';

const GOOD = {
  OIDC_ISSUER: 'https://id.example.com/realms/desk',
  OIDC_CLIENT_ID: 'gridtide',
  OIDC_CLIENT_SECRET: 's3cret-of-the-client',
  OIDC_MAP: '[{"group":"gt-traders","plan":"nordic"}]',
};
const read = (env: Readonly<Record<string, string>>) => readSsoSettings(readConfig(env).oidc);

suite('settings of single sign-on', () => {
  test('single sign-on is off unless OIDC_ISSUER is set, and passwords are on', async () => {
    assert.equal(read({}), undefined);
    assert.equal(await openSso(readConfig({})), undefined);
    assert.equal(await openSso(readConfig({ OIDC_LABEL: 'Example' })), undefined);
    assert.deepEqual(
      [readConfig({}).passwords, readConfig({ PASSWORDS: 'off' }).passwords],
      [true, false],
    );
    assert.throws(() => readConfig({ PASSWORDS: 'no' }), {
      message: 'PASSWORDS must be on or off, not "no"',
    });
  });

  test('four settings are enough', async () => {
    const settings = read(GOOD)!;
    assert.equal(settings.issuer.href, GOOD.OIDC_ISSUER);
    assert.deepEqual(
      [settings.scopes, settings.groupsClaim, settings.nameClaim, settings.label],
      ['openid profile email', 'groups', 'preferred_username', 'single sign-on'],
    );
    assert.equal(settings.audience, undefined);
    assert.equal(read({ ...GOOD, OIDC_CLIENT_SECRET: '' })!.clientSecret, undefined);
    assert.equal((await openSso(readConfig(GOOD)))!.settings.clientId, 'gridtide');
  });

  for (const [env, message] of [
    [
      { OIDC_ISSUER: '' },
      'OIDC_CLIENT_ID is set, but OIDC_ISSUER is not: single sign-on needs both',
    ],
    [{ OIDC_CLIENT_ID: '' }, 'OIDC_ISSUER is set, but OIDC_CLIENT_ID is not: it is needed'],
    [{ OIDC_MAP: '' }, 'OIDC_ISSUER is set, but OIDC_MAP is not: it is needed'],
    [{ OIDC_SCOPES: 'profile' }, /^OIDC_SCOPES must be scopes .* not "profile"$/],
    [{ OIDC_SCOPES: 'openid "x"' }, /^OIDC_SCOPES must be scopes/],
    [{ OIDC_GROUPS_CLAIM: 'my groups' }, /^OIDC_GROUPS_CLAIM must be the name of a claim/],
    [{ OIDC_NAME_CLAIM: 'ä' }, /^OIDC_NAME_CLAIM must be the name of a claim/],
    [{ OIDC_LABEL: 'x'.repeat(61) }, /^OIDC_LABEL must be at most 60 characters/],
    ...[
      ...['id.example.com', 'http://id.example.com', 'ftp://id.example.com'],
      ...['https://anna:s3cret@id.example.com', 'https://id.example.com/?a=1', 'https://a/#b'],
    ].map((OIDC_ISSUER) => [{ OIDC_ISSUER }, /^OIDC_ISSUER must be the https address/] as const),
  ] as const) {
    test(`${JSON.stringify(env)} is refused at the start with a sentence`, async () => {
      const opening = openSso(readConfig({ ...GOOD, ...env }));
      await assert.rejects(opening, (error: Error) => {
        if (typeof message === 'string') assert.equal(error.message, message);
        else assert.match(error.message, message);
        assert.doesNotMatch(error.message, /s3cret/);
        return true;
      });
    });
  }

  test('an issuer on this machine may use http', () => {
    for (const OIDC_ISSUER of ['http://127.0.0.1:9', 'http://localhost:9/a', 'http://[::1]:9'])
      assert.ok(read({ ...GOOD, OIDC_ISSUER }));
  });

  test('issuers are compared without regard to the host’s case and a slash at the end', () => {
    assert.equal(issuerKeyOf('https://ID.example.com/'), 'https://id.example.com');
    assert.equal(issuerKeyOf('https://id.example.com/A/'), 'https://id.example.com/A');
    assert.equal(issuerKeyOf('no address'), 'no address');
  });
});
