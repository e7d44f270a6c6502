/** Work for which no frame waits. */

let last = Promise.resolve();

/**
 * Calls `work` when the window has drawn a frame and nothing else is waiting: answers are rendered one after the other,
 * never all in one frame. Returns a function that cancels it.
 */
export function whenIdle(work: () => void | Promise<void>): () => void {
  let wanted = true;
  last = last.then(
    () =>
      new Promise((done) => {
        if (!wanted) return done();
        setTimeout(async () => {
          if (wanted) await work();
          done();
        }, 16);
      }),
  );
  return () => {
    wanted = false;
  };
}
