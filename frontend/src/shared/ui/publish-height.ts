/** A ref that publishes its element's height as a variable of the page, for what has to make room for it. */
export const publishHeight = (name: `--${string}`) => (element: HTMLElement | null) => {
  if (!element || !('ResizeObserver' in window)) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty(name)
  }
}
