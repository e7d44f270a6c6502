/** The name of a chain: those of its steps, as the engine writes them. */

export const BETWEEN = " → ";

/** The names of its steps, in order; of a single model its own. */
export const stepsOf = (name: string): string[] => name.split(BETWEEN);
