/**
 * Makes the focus of tests independent of the browser's. A learner may click elsewhere while tests run, and a frame may
 * get the browser's focus late or never. Here an element that the code focuses gets its events at once, and keeps the
 * focus until the code moves it. Runs before learners' code; `lockIntrinsics` protects what is used of prototypes.
 */
export function steadyFocus() {
  const { document, FocusEvent, HTMLElement } = globalThis
  const focusOf = { html: HTMLElement.prototype.focus, svg: SVGElement.prototype.focus }
  const getActive = Object.getOwnPropertyDescriptor(Document.prototype, 'activeElement').get
  const active = () => Reflect.apply(getActive, document, [])

  /** The element that last received each event. */
  const told = { focus: null, focusin: null }
  const ends = { blur: 'focus', focusout: 'focusin' }
  let isMoving = false

  /** Whether an element that had the focus lost it to another part of the page. */
  const isHeld = (element) =>
    element?.isConnected &&
    active() !== element &&
    (active() === document.body || active() === null) &&
    !element.matches(':disabled, [inert], [inert] *') &&
    element.checkVisibility()
  Object.defineProperty(document, 'activeElement', {
    get: () => (isHeld(told.focus) ? told.focus : active()),
    enumerable: true,
  })

  const onFocus = (event) => {
    const { isTrusted, target, type } = event
    if (!isTrusted) return
    const begins = ends[type] ?? type
    const isOfBrowser =
      type === begins
        ? told[begins] === target
        : !isMoving && told[begins] === target && (active() === target || isHeld(target))
    if (isOfBrowser || target === globalThis || target === document) event.stopImmediatePropagation()
    else told[begins] = type === begins ? target : null
  }
  for (const type of ['focus', 'focusin', 'blur', 'focusout']) addEventListener(type, onFocus, true)

  const send = (target, type, relatedTarget) => {
    const bubbles = type === 'focusin' || type === 'focusout'
    target.dispatchEvent(new FocusEvent(type, { bubbles, composed: true, relatedTarget }))
  }
  /** Sends what the browser didn't. */
  const catchUp = (before) => {
    const after = active() === document.body ? null : active()
    for (const [type, begins] of Object.entries(ends)) {
      const last = told[begins]
      if (last === null || last === after) continue
      told[begins] = null
      if (last.isConnected) send(last, type, after)
    }
    for (const begins of ['focus', 'focusin']) {
      if (after === null || told[begins] === after || active() !== after) continue
      told[begins] = after
      send(after, begins, before)
    }
  }
  const moves = [
    [HTMLElement, ['focus', 'blur', 'click', 'showPopover', 'hidePopover', 'togglePopover']],
    [SVGElement, ['focus', 'blur']],
    [HTMLDialogElement, ['show', 'showModal', 'close']],
  ]
  for (const [{ prototype }, names] of moves) {
    for (const name of names) {
      const move = prototype[name]
      if (move === undefined) continue
      prototype[name] = function (...options) {
        const wasMoving = isMoving
        const before = told.focus
        // From where the code left it.
        if (isHeld(before))
          Reflect.apply(before instanceof HTMLElement ? focusOf.html : focusOf.svg, before, [
            { preventScroll: true },
          ])
        isMoving = true
        try {
          return Reflect.apply(move, this, options)
        } finally {
          isMoving = wasMoving
          if (name === 'focus' || name === 'blur') catchUp(before)
        }
      }
    }
  }
}

/**
 * Invalid fields get the focus, but no bubble: Chromium 156 crashes when it paints one in a frame of another process,
 * and the run ends with it. Runs before learners' code, after the focus is set up.
 */
export function withoutBubbles() {
  let isChecking = false
  /** The first field of a report that no listener of the code handles itself. */
  let first = null
  const fields = [
    ...[HTMLFormElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement],
    ...[HTMLButtonElement, HTMLFieldSetElement, HTMLOutputElement, HTMLObjectElement],
  ]
  const around = (prototype, name, begin, end) => {
    const call = prototype[name]
    prototype[name] = function (...options) {
      const before = begin()
      try {
        return Reflect.apply(call, this, options)
      } finally {
        end(before)
      }
    }
  }
  const check = () => {
    const wasChecking = isChecking
    isChecking = true
    return wasChecking
  }
  const report = () => {
    const wasChecking = isChecking
    isChecking = false
    first = null
    return wasChecking
  }
  const restore = (wasChecking) => {
    isChecking = wasChecking
  }
  for (const { prototype } of fields) {
    around(prototype, 'checkValidity', check, restore)
    around(prototype, 'reportValidity', report, restore)
  }
  around(HTMLFormElement.prototype, 'requestSubmit', report, restore)
  around(HTMLElement.prototype, 'click', report, restore)

  const handle = (event) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    if (first !== null) return
    first = event.target
    queueMicrotask(() => {
      first = null
    })
    first.focus()
  }
  const onInvalid = ({ isTrusted, target }) => {
    // After the listeners that the code has there.
    if (isTrusted && !isChecking) target.addEventListener('invalid', handle, { once: true })
  }
  addEventListener('invalid', onInvalid, true)
}

/** A preview leaves the focus with the editor until the learner uses the preview. */
export function leaveFocus() {
  const { focus } = HTMLElement.prototype
  const { userActivation } = navigator
  HTMLElement.prototype.focus = function (...options) {
    if (userActivation?.hasBeenActive !== false) Reflect.apply(focus, this, options)
  }
}
