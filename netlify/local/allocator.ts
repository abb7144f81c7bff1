/*
 * Begins this process again with what is read at its start alone: two settings of the system's allocator (glibc), and how
 * V8 lets its heap grow. By default each thread has an arena of its own, which keeps buffers of megabytes for later, and the
 * young heap grows to three times 16 MB: while ten people brought large files, a process whose buffers took 100 MB held
 * 890 MB. On a machine with much memory V8 also clears the old heap for the first time at about 280 MB, where 80 MB live;
 * here from 96 MB on, and whenever 40 % were added. What lives may grow as far as ever. Nothing is started yet.
 */
const heap = ['--max-semi-space-size=8', '--initial-old-space-size=96', '--heap-growing-percent=40'];
const settings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

if (process.platform === 'linux' && process.execve && process.env['MALLOC_ARENA_MAX'] === undefined) {
  // That execve is experimental in Node says nothing to whoever starts the product.
  process.removeAllListeners('warning');
  process.execve(process.execPath, [process.execPath, ...heap, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...settings,
  });
}
