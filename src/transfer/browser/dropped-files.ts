/** A file as it was chosen or dropped; `name` is its path within a folder that was. */
export type ChosenFile = { name: string; file: File };

/** Files of a field that was filled in. */
export function chosenFiles(files: Iterable<File> | null): ChosenFile[] {
  return [...(files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

/**
 * Everything that was dropped, also what is within folders. To be called while the event is handled: afterwards a browser
 * tells nothing more of it.
 */
export async function droppedFiles({ items }: DataTransfer): Promise<ChosenFile[]> {
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: ChosenFile[] = [];
  for (const { entry, file } of dropped) {
    if (entry) await gather(entry, found);
    // What a page itself put there is in no folder.
    else if (file) found.push({ name: file.name, file });
  }
  return found;
}

async function gather(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ name: entry.fullPath.replace(/^\//, ''), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A folder is told in portions, the last of which is empty.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const each of some) await gather(each, found);
  }
}
