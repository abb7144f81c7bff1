/*
 * Begins this process again with what is read at its start alone: two settings of the system's allocator (glibc), and how
 * much V8 keeps for what is young. By default each thread has an arena of its own, which keeps buffers of megabytes for
 * later, and the young heap grows to three times 16 MB: while ten people brought large files, a process whose buffers took
 * 100 MB held 890 MB. Nothing is started yet.
 */
const young = '--max-semi-space-size=8';
const settings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

if (process.platform === 'linux' && process.execve && process.env['MALLOC_ARENA_MAX'] === undefined) {
  // That execve is experimental in Node says nothing to whoever starts the product.
  process.removeAllListeners('warning');
  process.execve(process.execPath, [process.execPath, young, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...settings,
  });
}
