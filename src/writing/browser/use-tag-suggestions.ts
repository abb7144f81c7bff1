import { useEffect, useState } from 'react';
import { limits } from '../../platform/model/limits.ts';
import { send } from '../../platform/browser/api.ts';

/** What is being written. */
export type About = { title: string; text: string };

/** Shorter texts tell nothing. */
const enoughCharacters = 40;

/**
 * Tags that the assistant suggests for what was written when somebody asked; none before, and none where it does not
 * answer, since tags can be typed all the same. The last ones stay until others come.
 */
export function useTagSuggestions(asked: About | undefined): readonly string[] {
  const [tags, setTags] = useState<readonly string[]>([]);
  const title = asked?.title ?? '';
  const text = asked?.text ?? '';

  useEffect(() => {
    if (title.length + text.length < enoughCharacters || title.length > limits.title.max) return;
    let wanted = true;
    void send<{ tags: string[] }>('POST', '/api/assistant/tags', { title, text }).then((answer) => {
      if (wanted && answer.ok) setTags(answer.data.tags);
    });
    return () => {
      wanted = false;
    };
  }, [title, text]);

  return tags;
}
