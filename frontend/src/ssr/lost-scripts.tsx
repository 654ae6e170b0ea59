import { component$, isServer, useServerData } from "@builder.io/qwik"

/**
 * Until the shell watches (`client/link/lost-chunk.ts`), and on the pages that have none: a script that cannot be had (another
 * version of the console took its place, or the network broke) has the page loaded anew, once a minute, as soon as the service
 * answers. Written as short as it is sent: it stands in the head of every page, before the first link to a script.
 * `qerror` is Qwik's loader that could not fetch the code of an event; `error` a script, or a link that fetches one.
 */
const PROGRAM = "(d=>{let n,k='stowage:reloaded',l=e=>{let t=e.target,s=sessionStorage;"
  + "if(n||(t.tagName!='SCRIPT'&&t.rel!='modulepreload'&&!/module/.test(e.detail?.error?.message))||Date.now()-s[k]<6e4)return;"
  + "n=setInterval(()=>fetch('/readyz').then(r=>{if(r.ok){clearInterval(n);s[k]=Date.now();location.reload()}},()=>0),1e3)};"
  + "addEventListener('error',l,true);d.addEventListener('qerror',l);"
  + "stowageWatched=()=>{n=n||1;removeEventListener('error',l,true);d.removeEventListener('qerror',l)}})(document)"

export const LostScripts = component$(() => {
  const nonce = useServerData<string>("nonce")
  return <script nonce={nonce} dangerouslySetInnerHTML={isServer ? PROGRAM : ""} />
})
