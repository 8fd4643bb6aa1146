/** A diagram in Markdown: `![What it shows.](diagrams/event-loop.svg)`, with its alternative text and its name. */
export const diagramReference = /!\[([^\]]*)\]\(diagrams\/([a-z0-9-]+)\.svg\)/g

/** A diagram without alternative text. */
export const bareDiagram = /!\[\s*\]\(diagrams\//

/** The elements of an SVG diagram, with their attributes: shapes and text, nothing that loads or runs anything. */
export const diagramMarkup: Readonly<Record<string, readonly string[]>> = {
  svg: ['viewBox'],
  g: [],
  rect: ['x', 'y', 'width', 'height', 'rx'],
  circle: ['cx', 'cy', 'r'],
  path: ['d'],
  text: ['x', 'y', 'text-anchor'],
  tspan: [],
}

/** Their classes, which take their look from the page: colors that follow the theme, and the sizes of text. */
export const diagramClasses: readonly string[] = [
  // Shapes: a box, a quiet box, a frame around others, and lines.
  'box',
  'quiet',
  'frame',
  'line',
  'dashed',
  'head',
  // Meanings, of shapes and of text.
  'accent',
  'ok',
  'bad',
  'info',
  // Text; a label is a note that may cross a line.
  'title',
  'note',
  'label',
  'code',
]
