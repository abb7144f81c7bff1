/**
 * Gives a text a caret, so that the keyboard can select in it as in any field, while nothing in it can be changed.
 * `label` names the text, Enter chooses what is selected, Escape leaves. Gives what ends it.
 */
export function beginCaret(text: HTMLElement, label: string, onKey: (key: 'choose' | 'leave') => void): () => void {
  const refuse = (event: Event) => event.preventDefault();
  const press = (event: KeyboardEvent) => {
    const key = event.key === 'Enter' ? 'choose' : event.key === 'Escape' ? 'leave' : undefined;
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onKey(key);
  };
  const attributes = {
    contenteditable: 'true',
    role: 'textbox',
    'aria-readonly': 'true',
    'aria-multiline': 'true',
    'aria-label': label,
    spellcheck: 'false',
  };
  for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, value);
  text.addEventListener('beforeinput', refuse);
  text.addEventListener('keydown', press);
  text.focus();
  return () => {
    for (const name of Object.keys(attributes)) text.removeAttribute(name);
    text.removeEventListener('beforeinput', refuse);
    text.removeEventListener('keydown', press);
  };
}
