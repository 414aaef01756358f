<?php
// Kills a connection, or its query once that runs. Arguments: the port, KILL or KILL QUERY, the connection.
[, $port, $what, $id] = $argv;
$c = new mysqli('127.0.0.1', 'root', '', 'shop', (int)$port);
$runs = "SELECT 1 FROM information_schema.processlist WHERE id = $id AND info LIKE '%JOIN million b%'";
while ($what === 'KILL QUERY' && $c->query($runs)->num_rows === 0) usleep(20000);
$c->query("$what $id");
