/**
 * Forces garbage collection in the page: JavaScript collects when much has been allocated, so much is allocated and
 * dropped. The buffers are never touched, so they never become memory of the process.
 */
export async function collectGarbage() {
  for (let count = 0; count < 100; count += 1) {
    void new ArrayBuffer(1 << 25);
    await new Promise((done) => setTimeout(done, 10));
  }
}
