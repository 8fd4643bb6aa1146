import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The same few colours as code in questions, by the page's own variables: they follow the theme by themselves. */
export const editorLook = [
  EditorView.theme({
    '&': {
      blockSize: '100%',
      maxBlockSize: 'var(--code-max, none)',
      color: 'var(--text)',
      background: 'var(--code-bg)',
      fontSize: '0.875rem',
    },
    // Its host shows the focus: here, the gutter would hide a side of it.
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6' },
    '.cm-content': { paddingBlock: '0.75rem', caretColor: 'var(--accent)' },
    '.cm-gutters': { background: 'var(--code-bg)', color: 'var(--muted)', border: '0' },
    '.cm-lineNumbers .cm-gutterElement': { minInlineSize: '2.5rem' },
    '.cm-activeLine': { background: 'transparent' },
    '&.cm-focused .cm-activeLine': { background: 'color-mix(in srgb, var(--raised) 60%, transparent)' },
    '.cm-activeLineGutter': { background: 'transparent', color: 'var(--text)' },
    '&.cm-focused .cm-matchingBracket': {
      background: 'transparent',
      outline: '1px solid var(--line-strong)',
    },
    '.cm-tooltip': {
      background: 'var(--raised)',
      color: 'var(--text)',
      border: '1px solid var(--line-strong)',
      borderRadius: '0.375rem',
    },
    '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)', fontSize: '0.8125rem' },
    '.cm-tooltip-autocomplete > ul > li': { padding: '0.25rem 0.5rem' },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      background: 'var(--accent)',
      color: 'var(--on-accent)',
    },
    '.cm-completionDetail': { color: 'inherit' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.keyword, tags.tagName, tags.propertyName, tags.className], color: 'var(--info)' },
      { tag: [tags.number, tags.bool, tags.null, tags.unit, tags.color], color: 'var(--accent)' },
      { tag: [tags.string, tags.regexp, tags.attributeValue], color: 'var(--ok)' },
      { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
    ]),
  ),
]
