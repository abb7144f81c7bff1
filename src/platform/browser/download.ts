/** Downloads a file that is here, under this name, or the one at an address. */
export function download(file: Blob | string, name = ''): void {
  const link = document.createElement('a');
  link.href = typeof file === 'string' ? file : URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Safari reads the file some time after the press.
  if (typeof file !== 'string') setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
