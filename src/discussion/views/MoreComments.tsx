import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';

/** What follows comes as one reads on; who moves by keys presses. */
export function MoreComments({ load }: { load: () => void }) {
  const place = useRef<HTMLParagraphElement>(null);
  const loadMore = useEffectEvent(load);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadMore(),
      { rootMargin: '400px' },
    );
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <p ref={place} className="thread-more">
      <Button variant="outline" color="neutral" onClick={load}>
        More comments
      </Button>
    </p>
  );
}
