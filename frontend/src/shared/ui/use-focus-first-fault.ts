import { useEffect, useRef } from 'react'

/** For a form: whenever it is found faulty, the first field that needs another look gets the focus. */
export function useFocusFirstFault(faults: object) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(faults).length === 0) return
    form.current
      ?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid], [data-fault] input')
      ?.focus()
  }, [faults])
  return form
}
