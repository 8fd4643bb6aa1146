/**
 * Makes what tests rely on immutable, before learners' code runs: the objects of the language, and what reads the
 * document. New properties, such as polyfills, can still be added (except to all objects at once), and timers, `Date`,
 * `Math.random` and layout can still be replaced, as tests do.
 */
export function lockIntrinsics() {
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, preventExtensions } = Object
  const { apply, ownKeys } = Reflect
  const test = RegExp.prototype.test
  countCallsOfBuiltIns()
  const matches = (expression, text) => typeof text === 'string' && apply(test, expression, [text])

  const lock = (holder, { open = nothing, assignable = inherited } = {}) => {
    for (const key of ownKeys(holder)) {
      const { value, writable, get, enumerable, configurable } = getOwnPropertyDescriptor(holder, key)
      if (!configurable || matches(open, key)) continue
      if (get === undefined && writable && matches(assignable, key))
        lockForInstances(holder, key, value, enumerable)
      else
        defineProperty(
          holder,
          key,
          writable ? { writable: false, configurable: false } : { configurable: false },
        )
    }
  }
  // A property that is merely read-only couldn't be assigned on objects that inherit it either: `error.name = …`.
  const lockForInstances = (holder, key, value, enumerable) => {
    defineProperty(holder, key, {
      get: () => value,
      set(other) {
        if (this === holder || this === undefined || this === null)
          throw new TypeError(`Cannot assign to read only property '${key}'`)
        defineProperty(this, key, { value: other, writable: true, enumerable: true, configurable: true })
      },
      enumerable,
      configurable: false,
    })
  }

  const iteratorOf = (value) => getPrototypeOf(value)
  const hidden = [
    getPrototypeOf(Int8Array),
    iteratorOf([][Symbol.iterator]()),
    iteratorOf(new Map().entries()),
    iteratorOf(new Set().entries()),
    iteratorOf(''[Symbol.iterator]()),
    iteratorOf(''.matchAll(/a/g)),
    iteratorOf(iteratorOf([][Symbol.iterator]())),
    getPrototypeOf(function* () {}),
    getPrototypeOf(async () => {}),
    getPrototypeOf(async function* () {}),
  ]
  for (const found of hidden) {
    lock(found)
    if (found.prototype) lock(found.prototype)
    if (found.prototype && getPrototypeOf(found.prototype) !== Object.prototype)
      lock(getPrototypeOf(found.prototype))
  }
  for (const name of language) {
    const found = globalThis[name]
    if (found === undefined) continue
    lock(found, { open: replaceable })
    if (found.prototype) lock(found.prototype, settingsOf(name))
    if (!matches(declarable, name)) defineProperty(globalThis, name, { writable: false, configurable: false })
  }
  // Properties of all objects would also be properties of the tests' own.
  preventExtensions(Object.prototype)
  // It receives the functions of the stack.
  defineProperty(Error, 'prepareStackTrace', { value: undefined, writable: false, configurable: false })

  for (const name of ownKeys(globalThis)) {
    if (matches(platform, name) && globalThis[name]?.prototype)
      lock(globalThis[name].prototype, { open: replaceable })
  }
  for (const name of ['globalThis', 'getComputedStyle']) {
    if (name in globalThis) defineProperty(globalThis, name, { writable: false, configurable: false })
  }
}

/**
 * Counts the calls of built-in functions that challenges ask learners to write, or not to use: `countCalls(name)`
 * returns how many there were. The text of the code would also name them in comments.
 */
function countCallsOfBuiltIns() {
  const { apply, construct, defineProperty } = Reflect
  const { get } = Map.prototype
  const iterators = {
    'MapIterator.next': Object.getPrototypeOf(new Map().keys()),
    'SetIterator.next': Object.getPrototypeOf(new Set().keys()),
  }
  const counters = new Map([...countable, ...Object.keys(iterators)].map((name) => [name, { calls: 0 }]))
  for (const name of countable) {
    const names = name.split('.')
    const key = names.pop()
    const holder = names.reduce((above, step) => above?.[step], globalThis)
    const original = holder?.[key]
    if (typeof original !== 'function') continue
    const counter = counters.get(name)
    const count = () => {
      counter.calls += 1
      return true
    }
    const value = new Proxy(original, {
      apply: (target, self, values) => count() && apply(target, self, values),
      construct: (target, values, made) => count() && construct(target, values, made),
    })
    defineProperty(holder, key, { value })
  }
  // Loops, spreading, and copying call it once for each entry and once at the end. A proxy would slow them down.
  for (const [name, holder] of Object.entries(iterators)) {
    const counter = counters.get(name)
    const original = holder.next
    const { next } = {
      next() {
        counter.calls += 1
        return apply(original, this, none)
      },
    }
    defineProperty(holder, 'next', { value: next })
  }
  defineProperty(globalThis, 'countCalls', { value: (name) => apply(get, counters, [name])?.calls })
}

const none = []

const countable = [
  ...[
    'find',
    'findIndex',
    'findLast',
    'findLastIndex',
    'indexOf',
    'lastIndexOf',
    'includes',
    'some',
    'filter',
  ].map((name) => `Array.prototype.${name}`),
  ...['splice', 'toSpliced', 'shift', 'unshift', 'flat', 'flatMap'].map((name) => `Array.prototype.${name}`),
  ...['Map.prototype.forEach', 'Set.prototype.forEach'],
  ...['Function.prototype.bind', 'JSON.parse', 'JSON.stringify', 'structuredClone'],
  ...['Promise.all', 'Promise.allSettled', 'Promise.any', 'Promise.race'],
]

const language = [
  ...[
    'Object',
    'Function',
    'Array',
    'String',
    'Number',
    'Boolean',
    'Symbol',
    'BigInt',
    'Date',
    'RegExp',
    'Promise',
  ],
  ...[
    'Error',
    'AggregateError',
    'EvalError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TypeError',
    'URIError',
  ],
  ...[
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'WeakRef',
    'FinalizationRegistry',
    'Iterator',
    'Reflect',
    'Proxy',
    'JSON',
  ],
  ...[
    'Math',
    'ArrayBuffer',
    'DataView',
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
  ],
  ...['Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'eval'],
  ...['isNaN', 'isFinite', 'parseInt', 'parseFloat'],
]
/** Tests replace the clock, and learners write iterators. */
const declarable = /^(?:Date|Iterator)$/
const settingsOf = (name) => {
  if (name === 'Object') return { assignable: anything }
  // The browser reads them when it reports an error, and would not call a getter.
  return name.endsWith('Error') ? { open: /^(?:name|message)$/ } : {}
}
const nothing = /^$/
const anything = /^(?!__)/
const inherited = /^(?:constructor|toString|valueOf|toLocaleString|toJSON)$/
/** What tests read of a page. */
const platform =
  /^(?:Node|Element|(?:HTML|SVG)\w*Element|Document|DocumentFragment|ShadowRoot|CharacterData|Text|Attr|NodeList|HTMLCollection|NamedNodeMap|DOMTokenList|DOMStringMap|CSSStyleDeclaration|EventTarget|Event|MessagePort)$/
/** What tests replace, or Testing Library. */
const replaceable =
  /^(?:stackTraceLimit|random|now|on\w+|scroll\w*|offset\w+|client\w+|selection\w+|request\w+|show\w*|(?:set|has|release)PointerCapture|getBoundingClientRect|getClientRects|setRangeText|setSelectionRange|focus|blur|click|select|submit|hidePopover|togglePopover|close|play|pause|load|animate|value|checked|files|width|height|complete)$/
