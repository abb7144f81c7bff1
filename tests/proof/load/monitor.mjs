import { appendFileSync } from 'node:fs';

// Loaded into the product by NODE_OPTIONS: writes each second's longest time, in milliseconds, that its event loop stood
// still, and how much of that its own thread was at work: on a machine that others use, the rest is theirs.
const file = process.env.LOAD_MONITOR;
if (file && process.argv[1]?.endsWith('start.ts')) {
  const resolution = 10;
  let stood = 0;
  let worked = 0;
  let last = performance.now();
  let cpu = process.threadCpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(cpu);
    const delay = Math.max(0, now - last - resolution);
    stood = Math.max(stood, delay);
    worked = Math.max(worked, Math.min(delay, (user + system) / 1000));
    last = now;
    cpu = process.threadCpuUsage();
  }, resolution).unref();
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${stood.toFixed(1)} ${worked.toFixed(1)}\n`);
    stood = worked = 0;
  }, 1000).unref();
}
