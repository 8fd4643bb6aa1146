import { useEffect, useRef } from 'react'

/** Focuses the first invalid field of a form each time validation fails. */
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
