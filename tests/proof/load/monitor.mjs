import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into the product by NODE_OPTIONS: writes each second's longest delay of the event loop, in milliseconds.
const file = process.env.LOAD_MONITOR;
if (file && process.argv[1]?.endsWith('start.ts')) {
  const resolution = 10;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  setInterval(() => {
    const longest = delay.max / 1e6 - resolution;
    delay.reset();
    appendFileSync(file, `${Date.now()} ${Math.max(0, longest).toFixed(1)}\n`);
  }, 1000).unref();
}
