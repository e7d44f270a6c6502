/** How many of these ascending timestamps are not after `atUs`. */
export function arrivedBy(stamps: readonly number[], atUs: number): number {
  let [low, high] = [0, stamps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stamps[middle] ?? 0) <= atUs) low = middle + 1;
    else high = middle;
  }
  return low;
}
