/** The machine or its folders do not allow a start. The message is one sentence that says what to do. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}
