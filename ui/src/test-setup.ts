// Runs before each test file; files share the page and the modules (see `isolate` in vite.config.ts).
import './lib/testing/jsdom';
import './lib/testing/patience';
import { tidyPage } from './lib/testing/page';
import { afterAll } from 'vitest';

afterAll(tidyPage);
