/** Opens the dialog in which a note is put into collections; it comes when it is asked for. */
export async function openCollecting(note: { uuid: string; title: string }): Promise<void> {
  const { showAddToCollection } = await import('../views/AddToCollection.tsx');
  showAddToCollection(note);
}

/** Shows the way to that dialog behind a note's other buttons (`acts`). */
export function offerCollecting(acts: HTMLElement): void {
  const { acts: uuid = '' } = acts.dataset;
  const title = acts.closest('article')?.querySelector('h1')?.textContent ?? '';
  const collect = document.createElement('button');
  Object.assign(collect, { type: 'button', className: 'button quiet small', textContent: 'Add to a collection' });
  collect.addEventListener('click', () => void openCollecting({ uuid, title }));
  acts.after(collect);
}
