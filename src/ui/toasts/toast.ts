import type { Countdown } from './toast-countdown.ts';

export type ToastColor = 'primary' | 'neutral' | 'danger';

/** Something to do about a toast. Pressing it runs `run`, follows `href`, or both, and closes the toast. */
export type ToastAction = { label: string; run?: () => void; href?: string };

export type NewToast = {
  title: string;
  description?: string;
  /** Name of one of the kit's glyphs. */
  icon?: string;
  /** A person, instead of an icon. */
  avatar?: { alt: string };
  /** Default primary. */
  color?: ToastColor;
  /** Milliseconds until it closes by itself; 0 stays. Default 5000. */
  timeout?: number;
  actions?: readonly ToastAction[];
  /** Runs once when it closes, however it closes. */
  onClose?: () => void;
};

/** A toast in the list. The id is the time in milliseconds at which it was added, or the next free one. */
export type Toast = Required<Pick<NewToast, 'color' | 'timeout' | 'actions'>> &
  NewToast & { readonly id: number; readonly countdown: Countdown };

export const toastDefaults = { color: 'primary', timeout: 5000, actions: [] } as const;
