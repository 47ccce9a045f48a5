/** Starts the window of a question, which is another than the page's: the answer is out of the page's reach. */
import '$kit/styles/index.css';
import { mount } from 'svelte';
import Asking from '$features/asking/Asking.svelte';

mount(Asking, { target: document.getElementById('app')! });
