import { useEffect, useRef } from 'react'

/** For a form: whenever it is found invalid, the first field that needs another look gets the focus. */
export function useFocusFirstError(problems: object) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length === 0) return
    form.current
      ?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid], [data-problem] input')
      ?.focus()
  }, [problems])
  return form
}
