// Freezes what every object inherits, so that no script can give a property to all objects of the page. A plain freeze
// would also forbid *assigning* `toString` or `constructor` to any other object, as the charts' libraries do; so each
// property becomes one whose assignment defines it on the assigned object.
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
