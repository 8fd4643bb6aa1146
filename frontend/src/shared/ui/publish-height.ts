/**
 * Returns a ref that sets a CSS variable on the page to its element's height, so that other elements can make room
 * for it.
 */
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
