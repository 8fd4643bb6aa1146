import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Search, useSearch } from './use-search'

interface Call {
  query: string
  signal: AbortSignal
  resolve: (results: string[]) => void
  reject: (error: Error) => void
}

function setup(query: string) {
  const calls: Call[] = []
  const search: Search = (query, signal) =>
    new Promise((resolve, reject) => {
      calls.push({ query, signal, resolve, reject })
    })
  const { result, rerender, unmount } = renderHook(
    ({ query, search }: { query: string; search: Search }) => useSearch(query, search),
    { initialProps: { query, search } },
  )
  const call = (at: number) => calls[at] as Call
  return {
    calls,
    unmount,
    state: () => result.current,
    type: (query: string, other = search) => rerender({ query, search: other }),
    resolve: (at: number, ...results: string[]) => act(async () => call(at).resolve(results)),
    reject: (at: number) => act(async () => call(at).reject(new Error('offline'))),
    call,
  }
}

test('loads the results of a query', async () => {
  const { state, resolve } = setup('re')
  expect(state()).toEqual({ results: [], isLoading: true, error: null })
  await resolve(0, 'react', 'redux')
  expect(state()).toEqual({ results: ['react', 'redux'], isLoading: false, error: null })
})

test('keeps the previous results while it loads', async () => {
  const { state, resolve, type } = setup('re')
  await resolve(0, 'redux')
  type('rea')
  expect(state()).toEqual({ results: ['redux'], isLoading: true, error: null })
  await resolve(1, 'react')
  expect(state()).toEqual({ results: ['react'], isLoading: false, error: null })
})

test('ignores results that come too late', async () => {
  const { state, resolve, type } = setup('re')
  type('react')
  await resolve(1, 'react')
  await resolve(0, 'redux')
  expect(state()).toEqual({ results: ['react'], isLoading: false, error: null })
})

test('an old result does not end the loading of a new one', async () => {
  const { state, resolve, type } = setup('re')
  type('react')
  await resolve(0, 'redux')
  expect(state()).toEqual({ results: [], isLoading: true, error: null })
})

test('ignores errors that come too late', async () => {
  const { state, reject, resolve, type } = setup('re')
  type('react')
  await reject(0)
  expect(state()).toEqual({ results: [], isLoading: true, error: null })
  await resolve(1, 'react')
  expect(state()).toEqual({ results: ['react'], isLoading: false, error: null })
})

test('shows an error until the next search begins', async () => {
  const { state, reject, resolve, type } = setup('re')
  await reject(0)
  expect(state()).toEqual({ results: [], isLoading: false, error: 'Something went wrong' })
  type('rea')
  expect(state()).toEqual({ results: [], isLoading: true, error: null })
  await resolve(1, 'react')
  expect(state().error).toBeNull()
})

test('an empty query shows nothing and searches nothing', async () => {
  const { calls, state, resolve, type } = setup('')
  expect(state()).toEqual({ results: [], isLoading: false, error: null })
  type('re')
  await resolve(0, 'react')
  type('  ')
  expect(state()).toEqual({ results: [], isLoading: false, error: null })
  expect(calls.length).toBe(1)
})

test('clearing the field ends a running search', async () => {
  const { state, resolve, type, call } = setup('re')
  type('')
  expect(state()).toEqual({ results: [], isLoading: false, error: null })
  expect(call(0).signal.aborted).toBe(true)
  await resolve(0, 'react')
  expect(state().results).toEqual([])
})

test('clearing the field removes an error', async () => {
  const { state, reject, type } = setup('re')
  await reject(0)
  type('')
  expect(state().error).toBeNull()
})

test('aborts the old search and only the old one', () => {
  const { call, type } = setup('re')
  expect(call(0).signal.aborted).toBe(false)
  type('rea')
  expect(call(0).signal.aborted).toBe(true)
  expect(call(1).signal.aborted).toBe(false)
})

test('aborts when the component unmounts', () => {
  const { call, unmount } = setup('re')
  unmount()
  expect(call(0).signal.aborted).toBe(true)
})

test('trims the query, and searches only if it changes', () => {
  const { calls, type } = setup(' re')
  type('re ')
  type('re')
  expect(calls.map(({ query }) => query)).toEqual(['re'])
})

test('a new function starts no search but is used for the next', () => {
  const { calls, type } = setup('re')
  const queries: string[] = []
  const other: Search = (query) => {
    queries.push(query)
    return new Promise(() => {})
  }
  type('re', other)
  expect(queries).toEqual([])
  expect(calls[0]?.signal.aborted).toBe(false)
  type('rea', other)
  expect(queries).toEqual(['rea'])
})
