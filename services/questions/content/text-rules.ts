/** The data of text.test.ts: the vocabulary of each category, and forms that no shipped text may have. */

const list = (text: string) => text.split(',').map((term) => term.trim().replaceAll(/\s+/g, ' '))

/**
 * Words that interviewers search for. The title or first sentence of a question has one of its category's: as a whole
 * word, in either case, alone or in the plural.
 */
export const topicTerms: Readonly<Record<string, readonly string[]>> = {
  Architecture:
    list(`accessibility, architecture, backend for frontend, barrel file, branded type, caching, circular
    dependency, communication, context, conway's law, cqrs, crdt, decision record, dependency rule, deployment,
    discriminated union, domain, event bus, event sourcing, external store, feature flag, fitness function, folder
    structure, hexagonal architecture, immutable, legacy, micro-frontend, micro frontend, migration, module federation,
    monolith, monorepo, plugin, postmessage, real-time, rendering strategies, shadow dom, signal, state machine, state
    management, strangler fig`),
  CSS: list(`:focus-visible, :focus-within, :has(), @property, @scope, @starting-style, @supports, anchor positioning,
    aspect-ratio, attribute selector, baseline, box model, box-sizing, calc(), cascade, cascade layer, centering,
    clamp(), color contrast, color-mix(), combinator, container quer, container query unit, container-type, counter,
    css, currentcolor, custom property, custom properties, display, em, flex-grow, flex-shrink, flexbox, forced colors,
    grid, grid-template, hiding, id selector, inheritance, inline element, inline style, inset, light-dark(),
    line-height, logical properties, margin collapsing, media quer, min(), nesting, normal flow, nth-child, opacity,
    overflow, padding, percentage, position, position-area, prefers-reduced-motion, rem, revert-layer, scroll-driven
    animation, selector, specificity, stacking context, subgrid, target size, text spacing, view transition, z-index`),
  'AI Tools':
    list(`agent, ai, ai-enabled interview, ai-generated code, api key, assistant, chunking, context window,
    embedding, generated code, generated test, hallucinat, hybrid search, json schema, llm, long context, mcp, model,
    prompt, prompt injection, prompting, rag, rate limit, screen reader, streaming, structured output, tool call,
    tool calling, xss`),
  API: list(`abortcontroller, abortsignal, async generator, async/await, cache api, cache-control, caching, cors,
    encodeuricomponent, etag, fetch, formdata, header, http, http method, indexeddb, json.parse, json.stringify, live
    update, n+1, pagination, promise, readablestream, request, response, retries, service worker, status code, stream,
    textdecoder, token refresh, transformstream, url, urlsearchparams`),
  'Build Tools':
    list(`build caching, build target, bundle, ci/cd, code splitting, commonjs, conditional exports, content
    hash, dead code, dynamic import, environment variable, es module, exports, hoisting, import attribute, import map,
    live binding, lockfile, module, monorepo, package.json, peer dependencies, polyfill, semantic versioning, semver, source map,
    top-level await, tree shaking, type stripping, vite`),
  English:
    list(`abbreviation, bug report, clarifying, code review, commit message, comparing, conditional, disagreeing,
    false friend, giving reasons, idiom, incident report, interrupting, modal verb, noun, number, persuading, phrasal verb,
    preposition, present perfect, pronunciation, pull request, reading code aloud, rfc 2119, skill level, stand-up, symbol, tense,
    trade-off, uncountable, verb`),
  HTML: list(`accessibility, accessible, accessible name, alt text, anchor, aria, aria-hidden, aria-labelledby, attribute,
    button, character reference, checkvalidity, datalist, details, dialog, disabled, doctype, element, enter a url,
    fieldset, flexbox, focus management, form, heading, hidden, html, inert, input, invoker command, label, landmark,
    lazy loading, live region, picture, popover, radio button, rendering pipeline, requestsubmit, required, responsive
    image, semantic, setcustomvalidity, shadow dom, srcset, tab order, tabindex, template, textarea, top layer,
    validation, valueasnumber, video, viewport, visually hidden, wcag`),
  JavaScript:
    list(`abortcontroller, append, arithmetic, array, array method, arrow function, assignment, async/await,
    automatic semicolon, await, big-o, bigint, binary search, breadth-first search, class, classes, classlist, closure,
    coercion, const, cookie, date, debounce, deep copy, default parameter, delegation, delete, derived constructor,
    destructured, destructuring, dispatchevent, dom, equality, error, event, event bubbling, event delegation, event
    listener, event loop, event phase, every, flat, floating-point, focus, for...in, for...of, for await, foreach, form
    value, function, garbage collection, generator, group, history, hoisting, identity, indexof, inherit, interval,
    intersectionobserver, intl, isnan, iterator, json, keyof, label, live collection, localecompare, location,
    loop, lru cache, map, map.groupby, math, memoization, memory, memory leak, microtask, module, mutationobserver, NaN,
    navigation api, null, number, object, operator, optional chaining, page lifecycle, preventdefault, private field,
    promise, proxy, prototype, queryselector, recursion, reduce, reflect, regexp, regular expression, remainder,
    resizeobserver, scope, set, set method, sliding window, sort, stack, storage event, string, structuredclone, super,
    symbol, tagged template, template literal, temporal, textcontent, this, throttle, time complexity, timer,
    topological sort, transferable, tree, try...finally, try/catch, two pointers, typeof, undefined, unhandled
    rejection, unicode, url, urlpattern, using declaration, var, weakmap, weakref, web lock, web worker, yield*, \`??\`,
    ??`),
  Interview:
    list(`accountability, ai assistant, ambiguity, anagram, assignment, behavioral, binary search, changing your
    mind, closure, code review, coding interview, conflict, data structure, deadline, debugging, decision, disagreement,
    edge case, estimate, ethics, event loop, failure, feedback, incident, influence, interview, interviewer,
    leadership, learning, legacy code, lru cache, mentoring, mistake, mock interview, object.groupby, ownership,
    prioritizing, process change, product manager, proudest project, rejection, remote work, salary, senior, star
    method, stress, study plan, teammate, technical debt, tell me about yourself, thinking aloud, time complexity,
    trade-off, tree traversal`),
  TypeScript:
    list(`any, as, assertion, assignability, awaited, conditional type, const type parameter, declaration
    merging, declare global, discriminated union, enum, excess property, exhaustiveness, function type, functions with
    properties, generic, includes, index signature, indexed access type, infer, inference, interface, key remapping,
    keyof, literal type, mapped type, narrowing, noinfer, nonnullable, omit, optional chaining, partial, readonly,
    record, satisfies, strict, structural typing, template literal type, tuple, type, type erasure, type predicate,
    type stripping, typescript, union, unknown, using, variance, void`),
  React:
    list(`'use client', 'use server', action, activity, array state, batching, checkbox, children prop, component,
    conditional rendering, context, controlled input, createasyncthunk, createslice, custom hook, debounce, default
    prop, document metadata, effect, error boundaries, error boundary, event handler, event listener, form action,
    hook, hydration, jsx, key, lazy, memo, mutation, nested state, next.js, number input, portal, prop, race condition,
    re-render, react, react compiler, react.lazy, redux, ref, rtk query, rules of hooks, server component, server
    function, server rendering, setinterval, sharing state, stale closure, state, strictmode, suspense, tanstack query,
    use(), useactionstate, usecallback, usedeferredvalue, useeffect, useeffectevent, useformstatus, useid, usememo,
    usemutation, useoptimistic, usereducer, useref, useselector, usestate, usesyncexternalstore, usetransition,
    zustand`),
  Performance:
    list(`async, bfcache, brotli, bundle, cache-control, cls, code splitting, content-visibility, core web
    vitals, debounce, defer, early hints, fetchpriority, font, font-display, http/2, image, inp, lab data, layout
    shift, layout thrashing, lcp, long task, passive listener, performance, performance budget, performanceobserver,
    preload, react.memo, render-blocking, resource hint, scheduler.yield, script loading, speculation rules,
    transferable, transform, usememo, user timing, virtualization, yielding`),
  Security:
    list(`access control, api review, clickjacking, coep, content security policy, cookie, coop, cors, csp, csrf,
    document.cookie, hsts, https, iframe, jwt, localstorage, oauth, open redirect, openid connect, passkey, password,
    pkce, postmessage, prototype pollution, referrer-policy, refresh token, same-origin policy, samesite, sanitizer,
    secure random, session, sql injection, subresource integrity, token, trusted types, user enumeration, xss`),
  'System Design': list(`a/b test, analytics, api client, authentication, autocomplete, backend for frontend,
    backpressure, broadcastchannel, calendar, capacity, chat, checkout, collaborative, cursor, dashboard, data table,
    deployment, design exercise, design system, error boundaries, error boundary, error tracking, exponential backoff,
    feature flag, file upload, form builder, form validation, gallery, idempotency, internationalization, islands, kanban
    board, localstorage, multiple tabs, news feed, non-functional requirement, normalization, notification, offline,
    offline-first, optimistic update, pagination, permission, product list, race condition, real user monitoring,
    real-time, rendering strategies, requirement, retries, server component, server rendering, service worker, sign-in,
    stale-while-revalidate, storage, system design, theming, time to first byte, toast, tracking, url state, video
    player`),
  Testing:
    list(`accessible name, accessibility scanner, assertion, by role, code coverage, contract test, deepequal,
    element.click(), fake date, fake timer, fireevent, flaky, foreach, getby, getbyrole, getbytext, innertext, locator,
    maxlength, mock, mocking, msw, mutation testing, onchange, playwright, promise, property-based, query, snapshot test,
    spies, spy, test, test double, test isolation, test order, testing, testing library, user-event, waitfor`),
}

/** Words in -ise, -yse and their forms that US English spells so too. */
export const verbsInIse =
  list(`advertise, advise, appraise, arise, bruise, comprise, compromise, concise, cruise, demise,
  despise, devise, disguise, enterprise, excise, exercise, expertise, franchise, guise, imprecise, improvise, merchandise,
  noise, otherwise, poise, praise, precise, premise, promise, raise, revise, rise, supervise, surprise, turquoise, wise`)

/** Beginnings of words in British spelling; a dot ends the word. */
export const britishSpellings =
  list(`aeroplane, afterwards., ageing., amongst, analogue, artefact, backwards., behaviour, cancelled, cancelling, catalogue,
  centre, centring, channelled, colour, defence, distil., downwards., enrol., enrolment, favour, flavour, fuelled, fulfil., fulfilment,
  grey, harbour, honour, humour, judgement, labelled, labelling, learnt., levelled, licence, manoeuvre, maths., metre.,
  metres., modelled, modelling, neighbour, offence, practise, programme., programmes., rumour, sceptic, signalled,
  signalling, spelt., theatre, towards, travelled, traveller, travelling, upwards., vapour, whilst`)

/** Phrases that are wrong in any context, or that our style replaces. */
export const wrongPhrases: readonly RegExp[] = [
  /\banew\b/i,
  /\bin (?:the|an) own\b/i,
  /\ba own\b/i,
  /\bso called\b/i,
  /\b(?:informations|advices|feedbacks|softwares|equipments|knowledges|homeworks|evidences|researches)\b/i,
  /\b(?:an|many|several|few) (?:information|advice|feedback|software|equipment)s?\b(?! \w)/i,
  /\bthe most of (?:the|them|all)\b/i,
  /\bnobody\b/i,
  /\bwhoever\b/i,
  /\bonce more\b/i,
  /\bhow (?:it|they|this|that|he|she) (?:looks?|is|are) like\b/i,
  /\bhow (?:does|do|would) (?:\w+ ){1,3}looks? like\b/i,
  /\b(?:allows?|enables?|permits?|forbids?) to (?!\w+ (?:is|are)\b)\w+/i,
  /\b(?:discuss|discusses|discussed|discussing) about\b/i,
  /\b(?:explain|suggest|recommend)s? (?:me|us)\b/i,
  /\baccording to (?:me|my opinion)\b/i,
  /\bin my opinion,? I think\b/i,
  /\bdepend(?:s|ed|ing|ent)? (?:of|from)\b/i,
  /\bdifferent (?:of|as)\b/i,
  /\b(?:is|are|be) composed by\b/i,
  /\b(?:responsible|interested) (?:of|on)\b/i,
  /\bmore (?:better|easier|faster|simpler|slower|safer|smaller|larger|cheaper)\b/i,
  /\bthe both\b/i,
  /\ban other\b/i,
  /\bmust not to\b|\bshould to\b|\bcan to\b|\bmust to\b/i,
  /\bdoesn't (?:needs|has|works|makes|gives|goes|gets)\b|\bdidn't (?:worked|went|had|got|made)\b/i,
  /\b(?:he|she|it) don't\b/i,
  /\bless (?:items|requests|files|bytes|users|renders|elements|errors|lines|tests|questions)\b/i,
  /\bcan not\b(?! only)/i,
  /\bfor to\b/i,
  /\bwait(?:s|ed|ing)? with (?:the|a|an|it|your|this|that)\b/i,
  /\bthe question (?:what|how|whether|why)\b/i,
  /\b(?:name|mention|know) few\b/i,
  /\bas high as (?:its|their)\b|\bpixels? high\b|\bwide as they are high\b/i,
  /, also (?:for|with|when|if|in|on|at|after|without)\b/i,
  /\bstands (?:next to|between|in front of|after|before) (?:it|the|them|this|a)\b/i,
  /\b(?:shows|says) nothing of\b|\bthe reference of\b/i,
  /\bfor a part of (?:our|your|the) users\b|\bin order of time\b|\b(?:seconds|minutes) are enough\b/i,
  /\bchange of the (?:DOM|prompt|cart|state|value|order)\b/i,
  /` against `/,
  // Months come first in US dates.
  /\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b/,
  /\bin difference to\b|\bin contrary\b/i,
  /\bto be able of\b|\bcapable to\b/i,
  /\bas (?:good|bad|fast) like\b/i,
  // One term, one spelling.
  /\bfront[- ]end\b(?! (?:Interview Handbook|system design playbook))/i,
  /\bback-end\b/i,
  /\b(?:check box|style sheet|code base|life cycle|lock file|drop-down|time stamp|scroll bar|data base|web site|e-mail)/i,
  /\d %/,
  /\bthe other way round\b/i,
  /\bbelongs? into (?:it|the)\b/i,
  /\breplac(?:e|es|ing) (?:\w+ ){0,2}(?:\w+|`) by (?!screen|writing)/i,
  /\b(?:has|have) (?:about |roughly )?\d[\d,.]* (?:kB|MB|GB|bytes)\b/i,
  /\b(?:server|API|backend) answers (?:with )?`/i,
  /\bgoes on\b(?! (?:the|to)\b)/i,
  /\b(?:per second and|per day and) (?:person|user)\b/i,
  /\btell about\b/i,
  /\bin case of\b/i,
  /\bafter some (?:attempts|tries)\b/i,
  /\btakes long\b/i,
  /\bin real life,/i,
  /\b(?:mov(?:e|es|ing)|keeps?|loses?|leave) the focus\b(?! (?:ring|indicator|outline|order|trap|style))/i,
  /\bsuch as a text (?:on|in|that)\b/i,
  /\bbeware to\b|\bsucceed to\b|\bprevent to\b/i,
  /\b(?:alot|irregardless|seperat\w+|occured|recieve\w*|definately|wich|teh|untill|accomodat\w+|dependan\w+|existance|refering|succesful\w*|neccessar\w+|calender|begining|writting|occurence|priviledge|publically|truely|wether|enviroment\w*|lenght|heigth|widht|paramter\w*|arguement\w*|asyncronous\w*|retreive\w*)\b/i,
  /\b([a-z]{2,}) \1\b(?<!\b(?:had|that|is|very|log|bye) \1)/,
]
