// What is typed into From or To until it is applied, with the keys and the focus that apply it.

import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useState,
} from 'react';
import { useOpening } from '#explorer/parts/dates/use-opening.ts';
import type { MomentReading } from '#view/values/read-moment';

export function useMomentDraft(
  /** The applied text. */
  value: string,
  read: (text: string) => MomentReading,
  input: RefObject<HTMLInputElement | null>,
  onApply: (text: string) => void,
) {
  const [draft, setDraft] = useState(value);
  const opening = useOpening(input);
  useEffect(() => setDraft(value), [value]);
  const reading = read(draft);

  const apply = (): void => {
    if (reading.isValid && draft.trim() !== value) onApply(draft.trim());
  };
  /** Closes the choices and makes one of them. */
  const pick = (choose: () => void): void => {
    setDraft(value);
    opening.close();
    choose();
  };
  const onType = (event: ChangeEvent<HTMLInputElement>): void => {
    setDraft(event.target.value);
    opening.open();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      apply();
      opening.close();
    } else if (event.key === 'Escape') {
      if (draft !== value || opening.isOpen) event.preventDefault();
      setDraft(value);
      opening.close();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      opening.enter();
    } else if (event.key === 'Tab') opening.close();
  };
  const onBlur = (event: FocusEvent): void => {
    // If the window loses the focus, the field still has it when the window is back.
    const isWithin =
      event.currentTarget.contains(event.relatedTarget) || document.activeElement === event.target;
    // A tap on a sheet that hits no button leaves nothing focused.
    if (isWithin || (opening.isOpen && opening.isSheet)) return;
    opening.leave();
    apply();
  };
  return { draft, setDraft, reading, opening, pick, onType, onKeyDown, onBlur };
}
