/**
 * Has the page's garbage collected: JavaScript does so when much has been allocated, so much is, and thrown away. The
 * buffers are never touched, and so are never memory of the process.
 */
export async function collectGarbage() {
  for (let count = 0; count < 100; count += 1) {
    void new ArrayBuffer(1 << 25);
    await new Promise((done) => setTimeout(done, 10));
  }
}
