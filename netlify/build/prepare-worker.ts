import { preparedNotes } from '../../src/server/prepared-note.ts';
import { answerQuestions } from './threads.ts';

/** Makes the notes ready that it is sent. */
answerQuestions(preparedNotes);
