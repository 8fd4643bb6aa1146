import { useState } from 'react'

/** Formats a file with the formatter, which loads on first use. */
export function useCodeFormat(replace: (path: string, text: string) => void) {
  const [state, setState] = useState<'idle' | 'pending' | 'done' | 'failed'>('idle')
  const format = async (path: string, text: string) => {
    setState('pending')
    try {
      const { formatCode } = await import('./format-code.ts')
      const formatted = await formatCode(path, text)
      if (formatted !== null && formatted !== text) replace(path, formatted)
      setState('done')
    } catch {
      setState('failed')
    }
  }
  return { state, format }
}
