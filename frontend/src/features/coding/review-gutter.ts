import { type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter, keymap } from '@codemirror/view'

const setMarks = StateEffect.define<readonly number[]>()

const markedLine = Decoration.line({ class: 'cm-marked' })

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, { state, effects }) {
    for (const effect of effects) {
      if (!effect.is(setMarks)) continue
      const lines = [...new Set(effect.value)].filter((line) => line <= state.doc.lines).sort((a, b) => a - b)
      return Decoration.set(lines.map((line) => markedLine.range(state.doc.line(line).from)))
    }
    return current
  },
  provide: (field) => EditorView.decorations.from(field),
})

class Flag extends GutterMarker {
  private readonly sign: string
  constructor(sign: string) {
    super()
    this.sign = sign
  }
  override toDOM() {
    return document.createTextNode(this.sign)
  }
}
const flag = new Flag('⚑')
const plus = new Flag('+')

/** A gutter in which a click marks a line. In the text, Enter marks the line of the cursor. */
export const markGutter = (onMark: (line: number) => void): Extension => [
  marked,
  gutter({
    class: 'cm-marks',
    lineMarker: (view, { from }) => {
      let found = false
      view.state.field(marked).between(from, from, () => {
        found = true
      })
      return found ? flag : plus
    },
    lineMarkerChange: (update) => update.startState.field(marked) !== update.state.field(marked),
    domEventHandlers: {
      mousedown: (view, { from }, event) => {
        event.preventDefault()
        onMark(view.state.doc.lineAt(from).number)
        return true
      },
    },
  }),
  Prec.highest(
    keymap.of([
      {
        key: 'Enter',
        run: ({ state }) => {
          onMark(state.doc.lineAt(state.selection.main.head).number)
          return true
        },
      },
    ]),
  ),
  theme(),
]

export const showMarks = (view: EditorView, lines: readonly number[]): void =>
  view.dispatch({ effects: setMarks.of(lines) })

function theme(): Extension {
  return EditorView.theme({
    '.cm-marks .cm-gutterElement': {
      minInlineSize: '1.75rem',
      textAlign: 'center',
      color: 'var(--muted)',
      cursor: 'pointer',
    },
    '.cm-marks .cm-gutterElement:hover': { color: 'var(--accent)' },
    '.cm-marked': { background: 'var(--accent-soft)' },
  })
}
