/** The first line of a Markdown text that is neither empty nor code: what a list shows under a title. */
export function firstLine(markdown: string): string {
  const prose = markdown.replaceAll(/```[\s\S]*?(```|$)/g, '')
  return (
    prose
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  )
}
