/** The first line of Markdown that is neither empty nor code, for a list to show under a title. */
export function firstLine(markdown: string): string {
  const prose = markdown.replaceAll(/```[\s\S]*?(```|$)/g, '')
  return (
    prose
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  )
}
