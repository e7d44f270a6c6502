// Freezes what every object inherits, so that no script can give all objects of the page a property. A plain freeze would also
// forbid to *assign* a `toString` or `constructor` to an object of one's own, as the libraries of the charts do; so each property
// becomes one whose assignment defines it on the object that is assigned to.
const shared = Object.prototype;
for (const name of Object.getOwnPropertyNames(shared)) {
  const { value, writable } = Object.getOwnPropertyDescriptor(shared, name);
  if (!writable) continue;
  Object.defineProperty(shared, name, {
    get: () => value,
    set(own) {
      if (this === shared) throw new TypeError(`${name} of every object is not to be changed`);
      Object.defineProperty(this, name, {
        value: own,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    },
  });
}
Object.freeze(shared);
