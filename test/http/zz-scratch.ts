import { connect } from 'node:net';
import { World } from '../world/world.ts';
const closers: any[] = [];
const world = await World.open({ after: (f: any) => closers.push(f) } as any, { now: '2024-05-17T10:00:00Z' });
await world.app.listen({ port: 0, host: '127.0.0.1' });
const port = (world.app.server.address() as any).port;
const ex = (bytes: string, ms = 1500) => new Promise<string>((resolve) => { const s = connect(port, '127.0.0.1'); let got=''; s.on('data', d => got += d.toString('latin1')); s.on('close', () => resolve(got + '<closed>')); s.on('error', (e) => { got += e.message; }); s.write(bytes, 'latin1'); setTimeout(() => { resolve(got + '<open>'); s.destroy(); }, ms); });
const show = async (name: string, bytes: string) => console.log('##', name, '\n' + (await ex(bytes)).slice(0, 900));
// shutdown
{
const s = connect(port, '127.0.0.1'); let got = ''; s.on('data', d => { got += d; console.log('DATA', got.slice(0,300)); }); s.on('close', () => console.log('socket closed'));
const body = JSON.stringify({ username: 'trader', password: 'a-long-enough-password' });
s.write(`POST /api/v1/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
await new Promise(r => setTimeout(r, 200));
const t0 = performance.now();
const closing = world.app.close().then(() => console.log('app closed after', performance.now() - t0));
await new Promise(r => setTimeout(r, 200));
s.write(body.slice(10));
await Promise.race([closing, new Promise(r => setTimeout(r, 9000))]);
console.log('waited');
await new Promise(r => setTimeout(r, 300)); s.destroy();
}
for (const c of closers) await c();
